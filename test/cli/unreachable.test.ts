import { expect, test } from "vitest"
import { someOf } from "../sample.ts"
import { ENDPOINTS, env } from "../support/emulated-fixture.ts"
import { type End, place } from "./keelson.ts"

/** One endpoint for each kind of emulator. */
const KINDS = ENDPOINTS.filter(([, kind], index) => ENDPOINTS.findIndex((other) => other[1] === kind) === index)

/** Servers that serve what they have, whatever it is called. */
const TAKES_ANY_NAME = new Set(["llamacpp"])

/** One line, exit code 1, and no stack. */
function expectLine({ code, stdout, stderr }: End, pattern: RegExp): void {
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
  expect(stderr).toMatch(/^keelson: [^\n]+\n$/)
  expect(stderr).toMatch(pattern)
}

test.concurrent.each(someOf("unreachable", 4, KINDS))(
  "%s: wrong key, wrong model, wrong path, nobody there",
  async (endpoint, kind, name) => {
    const here = place()
    const ask = (model: string, url: string) =>
      here.start(["doctor", "--model", `${endpoint}:${model}`, "--base-url", url], env).end
    const locked = await here.emulate(kind, { key: "another" })
    const other = await here.emulate(kind, { model: "another" })
    const gone = await here.emulate(kind)
    await gone.close()
    const [key, model, path, nobody] = await Promise.all([
      ask(name, locked.url),
      ask(name, other.url),
      ask(name, `${other.url}/nowhere`),
      ask(name, gone.url),
    ])
    expectLine(key, /refused the key.*(Set \w+_API_KEY|Check the key)/)
    if (TAKES_ANY_NAME.has(endpoint)) expect(model.code).toBe(0)
    else expectLine(model, new RegExp(`has no model "${name}"|${name} at .*(unknown model|404)`))
    expectLine(path, /wrong base URL|No such path/)
    expectLine(nobody, /Nothing listens at http:\/\/127\.0\.0\.1:\d+/)
  },
)
