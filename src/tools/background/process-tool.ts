import { z } from "zod"
import { BUILT_IN } from "../built-in.ts"
import { systemClock } from "../clock.ts"
import { declareTool, ToolFailure } from "../tool.ts"
import type { BackgroundProcess } from "./background-process.ts"

const LONGEST_SECONDS = 1800
const USUAL_SECONDS = 120

/** What was started by `run_in_terminal` with `background`; starting it was the deed that somebody had to allow. */
export const processTool = declareTool({
  name: "background_process",
  description:
    "Read the new output of a background process, wait until it ends, stop it, or keep it beyond the final checks.",
  isToldByResults: true,
  input: z.object({
    id: z.string(),
    action: z.enum(["read", "wait", "stop", "keep"]),
    timeout_s: z.number().optional().describe(`to wait; default ${USUAL_SECONDS}, maximum ${LONGEST_SECONDS}`),
  }),
  access: "read",
  traits: BUILT_IN.code.background_process,
  repeat: "safe",
  paths: () => [],
  timeoutOf: ({ action, timeout_s }) => ({
    ms: 1000 * (action === "wait" ? secondsOf(timeout_s) + 10 : 30),
    more: `timeout_s sets it, at most ${LONGEST_SECONDS}`,
  }),
  title: ({ id, action }) => `${TITLES[action]} ${id}`,

  async execute({ id, action, timeout_s }, { background, clock = systemClock, signal }) {
    if (!background) throw new ToolFailure("There are no background processes here.")
    const process = background.find(id)
    if (action === "stop") await process.stop()
    if (action === "keep") process.isKept = true
    if (action === "wait") {
      const over = Promise.withResolvers<void>()
      const stopTimer = clock.after(1000 * secondsOf(timeout_s), over.resolve)
      const giveUp = () => over.reject(signal.reason)
      signal.addEventListener("abort", giveUp, { once: true })
      await Promise.race([process.ended, over.promise]).finally(() => {
        stopTimer()
        signal.removeEventListener("abort", giveUp)
      })
    }
    background.seen(process)
    return [stateOf(process), ...clamp(timeout_s), newOutput(process), ...(process.end?.notes ?? [])].join("\n")
  },
})

const TITLES = { read: "Read", wait: "Wait for", stop: "Stop", keep: "Keep" } as const

function secondsOf(asked = 0): number {
  return asked > 0 ? Math.min(asked, LONGEST_SECONDS) : USUAL_SECONDS
}

function clamp(asked = 0): string[] {
  return asked > LONGEST_SECONDS ? [`[timeout_s was ${LONGEST_SECONDS}, the most there is, instead of ${asked}.]`] : []
}

/** As for a model: who it is, and whether it goes on. */
export function stateOf(process: BackgroundProcess): string {
  return `${process.id}: ${process.describeEnd()}`
}

function newOutput(process: BackgroundProcess): string {
  return process.takeOutput() || "(no new output)"
}
