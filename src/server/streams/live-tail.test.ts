import { expect, it } from "vitest"
import type { LiveEvent } from "../../protocol/log/event.ts"
import { EMPTY_LIVE, foldLive } from "../../view/live-now.ts"
import { LiveTail } from "./live-tail.ts"

type Output = Omit<Extract<LiveEvent, { type: "tool.progress" }>, "type" | "key">

it("tells who opens a run late for how long its check runs already, on the base and to confirm a failure anew", () => {
  let now = 1_000
  let say = (_event: LiveEvent) => {}
  const run = {
    onLive: (listener: typeof say) => {
      say = listener
      return () => {}
    },
    onEvent: () => () => {},
  }
  const tail = new LiveTail(run, () => now)
  const hear = (output: Output) => say({ type: "tool.progress", key: "verify-end/test", ...output })
  /** As the page of somebody whose clock is another one shows it. */
  const seenAt = (at: number) => tail.events.reduce((live, event) => foldLive(live, event, at), EMPTY_LIVE).check
  hear({ check: "test", text: "$ npm test\n" })
  now += 60_000
  hear({ check: "test", text: "one passed\n" })
  now += 12_000
  expect(seenAt(500_000)).toMatchObject({ since: 428_000, text: "$ npm test\none passed\n" })
  hear({ check: "test", on_base: true, text: "$ npm test\n" })
  now += 5_000
  expect(seenAt(500_000)).toMatchObject({ since: 495_000, isOnBase: true, text: "$ npm test\n" })
  tail.close()
})
