import { expect, it } from "vitest"
import { MemoryStore } from "../../../src/journal/memory-store.ts"
import { crashStore } from "../../../src/testing/crash-store.ts"
import { crashesOf, oneOf, someOf } from "../../sample.ts"
import { AGAINST_BASE_SCENARIOS } from "../../scenarios/against-base-scenarios.ts"
import { flaky } from "../../scenarios/closing-scenarios.ts"
import { play } from "../../scenarios/play.ts"
import { crashAndResume, crashMatrix } from "./matrix.ts"

crashMatrix(someOf("crashes against base", 6, AGAINST_BASE_SCENARIOS))

it.each(oneOf("crashes of flaky", Object.values(flaky)))(
  "$name: what it says is another story after a crash, and never counts",
  async (scenario) => {
    const store = crashStore(new MemoryStore(), Number.POSITIVE_INFINITY)
    await using _ = await play(scenario, store)
    for (const write of crashesOf(scenario.name, store.writes)) {
      const { result } = await crashAndResume(scenario, write)
      expect(result, `crash before write ${write}`).toMatchObject({ outcome: "done" })
    }
  },
)
