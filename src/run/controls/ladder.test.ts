import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { EndpointTraits, Rung } from "../../model/seam/model.ts"
import type { Feature } from "../../model/seam/model-error.ts"
import { DEFAULT_TRAITS, type Footing, nextFooting, type Step, type TryEnd } from "./ladder.ts"

const REPAIRS = 2

/** Where a list of ends leads, one footing per try. */
function climb(traits: EndpointTraits, ends: readonly TryEnd[]): (Footing | undefined)[] {
  const steps: Step[] = []
  const path: (Footing | undefined)[] = [nextFooting(traits, steps, REPAIRS)]
  for (const end of ends) {
    const footing = path.at(-1)
    if (!footing) break
    steps.push({ footing, end })
    path.push(nextFooting(traits, steps, REPAIRS))
  }
  return path
}

const rungs = (path: readonly (Footing | undefined)[]) =>
  path.map((footing) => footing && `${footing.rung}${footing.thinking === "off" ? " without thinking" : ""}`)
const invalid: TryEnd = { kind: "invalid" }
const unforced: TryEnd = { kind: "unforced" }
const refused = (feature: Feature): TryEnd => ({ kind: "unsupported", feature })
const thinkingInTheWay: TryEnd = { kind: "unsupported", feature: "tool_choice", blockedByThinking: true }

describe("the ladder", () => {
  it("sends a wrong answer back twice, then goes down", () => {
    expect(rungs(climb(DEFAULT_TRAITS, [invalid, invalid, invalid]))).toEqual(["named", "named", "named", "schema"])
  })

  it("leaves a rung that forces nothing at once", () => {
    expect(rungs(climb(DEFAULT_TRAITS, [unforced, unforced, unforced]))).toEqual([
      "named",
      "required",
      "schema",
      "text",
    ])
  })

  it("switches thinking off where it is in the way; where that is refused too, it stops forcing", () => {
    expect(rungs(climb(DEFAULT_TRAITS, [thinkingInTheWay, refused("thinking")]))).toEqual([
      "named",
      "named without thinking",
      "schema",
    ])
  })

  it("skips all forcing where there are no tools", () => {
    expect(rungs(climb(DEFAULT_TRAITS, [refused("tools")]))).toEqual(["named", "schema"])
  })

  it("starts without thinking where it is known to be in the way, and below forcing where it can't be switched off", () => {
    expect(rungs(climb({ ...DEFAULT_TRAITS, thinking: "switchable" }, [unforced, unforced]))).toEqual([
      "named without thinking",
      "required without thinking",
      "schema",
    ])
    expect(rungs(climb({ ...DEFAULT_TRAITS, thinking: "fixed" }, []))).toEqual(["schema"])
  })

  it("tells a model on the last rung what is wrong before it gives up", () => {
    const traits: EndpointTraits = { rungs: ["text"], thinking: "free" }
    expect(rungs(climb(traits, [unforced, invalid, unforced]))).toEqual(["text", "text", "text", undefined])
  })

  it("only goes down, and ends", () => {
    const end = fc.constantFrom<TryEnd>(
      invalid,
      unforced,
      thinkingInTheWay,
      refused("thinking"),
      refused("tools"),
      refused("format"),
    )
    const traits = fc.record({
      rungs: fc.subarray<Rung>(["named", "required", "schema", "text"], { minLength: 1 }),
      thinking: fc.constantFrom("free", "switchable", "fixed"),
    })
    fc.assert(
      fc.property(traits, fc.array(end, { minLength: 30, maxLength: 30 }), (known, ends) => {
        const path = climb(known as EndpointTraits, ends)
        const order = path.flatMap((footing) => (footing ? [DEFAULT_TRAITS.rungs.indexOf(footing.rung)] : []))
        expect(order).toEqual([...order].sort((a, b) => a - b))
        expect(path.at(-1)).toBeUndefined()
      }),
      { seed: 20261115 },
    )
  })
})
