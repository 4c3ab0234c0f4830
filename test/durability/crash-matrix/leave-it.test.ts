import { expect, it } from "vitest"
import { crashesOf } from "../../sample.ts"
import { TOLD_SCENARIOS } from "../../scenarios/leave-it-scenarios.ts"
import { crashTold } from "../../scenarios/told-run.ts"

/* A word of the user's counts once it is recorded, wherever the run crashes; the model may hear it a call earlier then, and is asked less. */

it.each(Object.entries(TOLD_SCENARIOS))(
  "%s: ends the same wherever it crashes",
  async (name, { scenario, telling, ends }) => {
    const whole = await crashTold(scenario, telling, Number.POSITIVE_INFINITY)
    expect(whole.result).toMatchObject(ends)
    for (const write of crashesOf(`leave it, ${name}`, whole.writes)) {
      const { result, keys } = await crashTold(scenario, telling, write)
      const { outcome, reason, requirements, files } = whole.result
      expect(result, `crash before write ${write}`).toMatchObject({ outcome, reason, requirements, files })
      for (const once of ["word.added", "words.heard"])
        expect(
          keys.filter((key) => key.endsWith(`#${once}`)),
          `crash before write ${write}`,
        ).toHaveLength(1)
    }
  },
)
