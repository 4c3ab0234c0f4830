import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { Limits } from "../../src/protocol/log/limits.ts"

const SRC = new URL("../../src", import.meta.url).pathname

/** Where limits are declared, read from flags and files, or merely listed. */
const DECLARED = /^(protocol|config|cli|testing)(\/|\.ts)|\.test\.ts$|run\/replay\//

const engine = readdirSync(SRC, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith(".ts") && !DECLARED.test(name))
  .map((name) => readFileSync(join(SRC, name), "utf8"))
  .join("\n")

it.each(Object.keys(Limits.shape))("the limit %s is kept by somebody", (limit) => {
  expect(engine).toMatch(new RegExp(`\\b${limit}\\b`))
})
