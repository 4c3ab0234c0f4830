import { configuredStateFolder } from "../../config.ts"
import type { Surroundings } from "../../host/surroundings.ts"
import { leaveLocksToRun } from "../../host/workspace/lock-notice.ts"
import type { RunStore } from "../../journal/run-store.ts"
import type { ShowFlags } from "../flags/flags.ts"
import { printable } from "../paint/text.ts"
import { tell } from "../terminal/output.ts"
import { type Display, openDisplay } from "./display.ts"
import { growthNotice } from "./growth-notice.ts"

/** What a command that carries a run out works with. */
export type CommandStage = {
  readonly surroundings: Surroundings
  readonly display: Display
  /** Tells the user something beside the run. */
  readonly notify: (notice: string) => void
}

/** `planOnly`: nobody is asked here, so that the run waits with its plan. */
type StageFlags = ShowFlags & { readonly planOnly?: boolean }

/** Sets the stage for a run and clears it away, however the work ends. `onDisplay` may make more of the display that fits the flags. */
export async function withSurroundings(
  flags: StageFlags,
  store: RunStore,
  work: (stage: CommandStage) => Promise<number>,
  onDisplay: (display: Display) => Display = (display) => display,
): Promise<number> {
  const display = onDisplay(await openDisplay(flags))
  const notify = flags.quiet ? () => {} : (notice: string) => noticeOn(display, notice)
  const onFault = (error: unknown) => {
    if (flags.debug) noticeOn(display, error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  try {
    const responder = await responderFor(flags, display)
    const surroundings = { store, responder, onFault, notify }
    const code = await work({ surroundings, display: followed(display, () => leaveLocksToRun(store)), notify })
    const word = await growthNotice(configuredStateFolder())
    if (word !== undefined) notify(word)
    return code
  } finally {
    await store.close()
  }
}

function followed(display: Display, onFollow: () => void): Display {
  return {
    ...display,
    follow(run) {
      onFollow()
      display.follow(run)
    },
  }
}

/** Only where somebody can see the question and type an answer. */
async function responderFor(flags: StageFlags, display: Display): Promise<Surroundings["responder"]> {
  if (flags.json || flags.print || flags.planOnly || !process.stdin.isTTY || !process.stderr.isTTY) return undefined
  return (await import("../asking/terminal-responder.ts")).terminalResponder(display)
}

function noticeOn(display: Display, notice: string): void {
  display.pause()
  tell(`keelson: ${printable(notice)}`)
  display.resume()
}
