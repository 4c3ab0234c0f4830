import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { Limits } from "../protocol/log/limits.ts"
import { controlNames } from "../strategies/control-names.ts"
import { STRATEGIES } from "../strategies/index.ts"
import { configFile } from "./schema.ts"

const page = readFileSync(new URL("../../docs/configuration.md", import.meta.url), "utf8")

test("everything that a model can be set for is named, and every strategy", () => {
  const commands = readFileSync(new URL("../../docs/command-line.md", import.meta.url), "utf8")
  expect(commands).toContain(`--strategy ${[...STRATEGIES.keys()].join("|")}`)
  expect(controlNames().filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

test("every key of the config and every limit is described", () => {
  const keys = Object.keys(configFile().shape).filter((key) => key !== "$schema")
  const limits = Object.keys(Limits.shape)
  const missing = [...keys, ...limits].filter((name) => !page.includes(`\`${name}\``))
  expect(missing).toEqual([])
})
