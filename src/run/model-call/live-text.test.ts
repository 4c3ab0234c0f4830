import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Secrets } from "../../tools/secrets/secrets.ts"
import { LiveText } from "./live-text.ts"

const SECRET = "hunter2-hunter2"
const secrets = new Secrets(new Map([["API_TOKEN", SECRET]]))

function streamed(deltas: readonly string[]): string[] {
  const emitted: string[] = []
  const live = new LiveText(secrets, (text) => emitted.push(text))
  for (const delta of deltas) live.add(delta)
  live.end()
  return emitted
}

describe("LiveText", () => {
  it("lets whole words pass and holds back the last one", () => {
    const emitted: string[] = []
    const live = new LiveText(secrets, (text) => emitted.push(text))
    live.add("two wo")
    expect(emitted).toEqual(["two "])
    live.add("rds，然后")
    expect(emitted).toEqual(["two ", "words，然后"])
    live.add("void")
    live.restart()
    live.add("end")
    live.end()
    expect(emitted).toEqual(["two ", "words，然后", "end"])
  })

  it("never shows a secret, however it is cut into pieces, and loses nothing else", () => {
    const text = `the token is ${SECRET}, really ${SECRET}${SECRET} 好`
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 60, maxLength: 60 }), (sizes) => {
        let rest = text
        const deltas = sizes.map((size) => {
          const delta = rest.slice(0, size)
          rest = rest.slice(size)
          return delta
        })
        expect(streamed([...deltas, rest]).join("")).toBe(secrets.redact(text))
      }),
      { seed: 20261115, numRuns: 200 },
    )
  })
})
