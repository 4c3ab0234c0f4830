import { describe, expect, it } from "vitest"
import { oneOf } from "../sample.ts"
import { CHEATS, type Deed, TWINS } from "./cheats.ts"
import { play } from "./play.ts"

/** The outcome as the first line of the facts gives it. */
function outcomeLine(message: string): string {
  return /\*\*Outcome:\*\* (.*)$/m.exec(message)?.[1] ?? ""
}

function ending(deeds: Readonly<Record<string, Deed>>): void {
  describe.each(Object.entries(deeds))("%s", (name, { scenarios, ends, says }) => {
    it.each(oneOf(name, Object.entries(scenarios)))(`ends ${ends.outcome}: %s`, async (_strategy, scenario) => {
      await using played = await play(scenario)
      expect(played.result).toMatchObject(ends)
      expect(outcomeLine(played.result.message)).toMatch(says)
    })
  })
}

describe("a model that", () => ending(CHEATS))

describe("an honest model that", () => ending(TWINS))
