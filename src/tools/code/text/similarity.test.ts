import { expect, it } from "vitest"
import { closestNames, closestPassage } from "./similarity.ts"

it("finds slips of a name, best first, at most three", () => {
  expect(closestNames("index.ts", ["index.js", "Index.ts", "main.ts", "index.tsx", "indx.ts"])).toEqual([
    "Index.ts",
    "index.js",
    "index.tsx",
  ])
  expect(closestNames("config", ["config.json", "conf"])).toEqual(["config.json", "conf"])
  expect(closestNames("abc", ["xyz"])).toEqual([])
  expect(closestNames("mian", ["iman.c", "main"])).toEqual(["main"])
  expect(closestNames("abcd", ["cdab", "badc"])).toEqual(["badc"])
})

it("finds the passage with most in common", () => {
  const lines = ["let a = 1", "let b = 2", "", "let c = 3"]
  expect(closestPassage(["let b = 3"], lines)).toMatchObject({ line: 2, lines: ["let b = 2"] })
  expect(closestPassage(["something else entirely"], lines)).toBeUndefined()
  expect(closestPassage([], lines)).toBeUndefined()
})
