import { describe, expect, it } from "vitest"
import { ownReact } from "../../../examples/strategies/react.ts"
import { ownTodo } from "../../../examples/strategies/todo.ts"
import type { Model } from "../../../src/model/seam/model.ts"
import type { Message } from "../../../src/protocol/log/message.ts"
import type { AnyStrategy } from "../../../src/run/strategy.ts"
import { SKIM } from "../../scenarios/own-scenarios.ts"
import { play, type Scenario } from "../../scenarios/play.ts"
import { REACT_SCENARIOS } from "../../scenarios/react-scenarios.ts"
import { TODO_SCENARIOS } from "../../scenarios/todo-scenarios.ts"
import { crashMatrix } from "./matrix.ts"

const PAIRS = [
  ...REACT_SCENARIOS.map((inside) => ({ inside, outside: by(ownReact, inside) })),
  ...TODO_SCENARIOS.map((inside) => ({ inside, outside: by(ownTodo, inside) })),
]

/** The same scenario, carried out by a strategy that knows the published package alone. */
function by(strategy: AnyStrategy, scenario: Scenario): Scenario {
  return { ...scenario, name: `outside ${scenario.name}`, options: { ...scenario.options, strategy } }
}

crashMatrix([...PAIRS.map(({ outside }) => outside), SKIM])

describe.each(PAIRS)("$outside.name", ({ inside, outside }) => {
  it("says, asks and does what the built-in one does", async () => {
    expect(await told(outside)).toEqual(await told(inside))
  })
})

const DATES = /\d{4}-\d\d-\d\d/g
/** How long a check took. */
const TIMES = /\bafter \d+(?:\.\d+)? (?:ms|s)\b/g

/** Everything that the model and the user read, and what is in the log, but for what no two runs share. */
async function told(scenario: Scenario) {
  const read: (readonly Message[])[] = []
  await using played = await play({ ...scenario, model: () => listening(scenario.model(), read) })
  const { result, store, rung, folder } = played
  const { outcome, reason, summary, run_id } = result
  const keys = (await store.load(run_id)).map(({ key }) => key).sort()
  const all = JSON.stringify(read).replaceAll(folder, "FOLDER").replaceAll(run_id, "RUN")
  const prompts = all.replace(DATES, "DATE").replace(TIMES, "after TIME")
  return { prompts, keys, rung, outcome, reason, summary }
}

function listening(model: Model, read: (readonly Message[])[]): Model {
  return {
    ...model,
    stream(request, signal) {
      read.push([...request.messages])
      return model.stream(request, signal)
    },
  }
}
