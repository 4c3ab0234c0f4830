// The built-in `react`, written outside: everything it needs is published.
import { endingControl, openTurns, ReflectionSetting, type Strategy, TURN_CONTROLS } from "keelson/strategy"
import { z } from "zod"

/**
 *   ┌▶ model ─▶ tools ─┐
 *   └──────────────────┘─▶ task_done, or a reply without calls ─▶ the gate
 */
export const ownReact: Strategy<{ reflection: ReflectionSetting }> = {
  name: "own-react",
  summary: "A plain tool loop that ends with task_done.",
  settings: z.looseObject({ reflection: ReflectionSetting }),
  controls: TURN_CONTROLS,
  stages: ["turn"],

  async run(run, { reflection }) {
    const turns = await openTurns(run, { controls: [endingControl()], reflection })
    await run.enter("EXECUTING")
    for (;;) {
      const end = await turns.next()
      if (end.kind === "silent") return end.conclusion
      if (end.kind !== "closed" && end.kind !== "said") continue
      const verdict = await turns.confirm()
      if (verdict === "go on") continue
      turns.closing = end.text
      return verdict
    }
  },
}
