import { readdirSync } from "node:fs"
import { expect, it } from "vitest"
import { tokensOf } from "./for-readers.ts"
import { TEXTS, type Texts } from "./texts.ts"

/* The chapters show what runs are told; this shows what else each module of prompts can say. */

const SOURCES = new URL("../../src/", import.meta.url)

it("every module of prompts is here", () => {
  const names = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  const modules = names.filter((name) => /\/(?:prompts|\w+-prompts)\.ts$/.test(name))
  expect(modules.map((name) => name.replace(/\/[^/]+$/, "")).toSorted()).toEqual(Object.keys(TEXTS).toSorted())
})

it.each(Object.entries(TEXTS))("every text of %s is here", (_name, { module, said }) => {
  expect(Object.keys(said).toSorted()).toEqual(Object.keys(module).toSorted())
})

it("what the model reads: texts", async () => {
  const text = Object.entries(TEXTS).map(pageOf).join("\n\n")
  await expect(`${text}\n`).toMatchFileSnapshot("./__snapshots__/texts.txt")
})

function pageOf([name, { said }]: readonly [string, Texts]): string {
  const texts = Object.entries(said).flatMap(([of, list]) =>
    list.map((text) => `## ${of} (${tokensOf(text)} tokens)\n${text}`),
  )
  return [`# ${name}`, ...texts].join("\n\n")
}
