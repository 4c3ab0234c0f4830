import type { RunStore, Surroundings } from "./compose.ts"
import { type Display, openDisplay } from "./display.ts"
import type { ShowFlags } from "./flags.ts"
import { printable } from "./render/text.ts"

/** What a command that carries a run out works with. */
export type CommandStage = {
  readonly surroundings: Surroundings
  readonly display: Display
  /** Tells the user something beside the run. */
  readonly notify: (notice: string) => void
}

/** `planOnly`: nobody is asked here, so that the run waits with its plan. */
type StageFlags = ShowFlags & { readonly planOnly?: boolean }

/** Sets the stage for a run and clears it away, however the work ends. */
export async function withSurroundings(
  flags: StageFlags,
  store: RunStore,
  work: (stage: CommandStage) => Promise<number>,
): Promise<number> {
  const display = await openDisplay(flags)
  const notify = flags.quiet ? () => {} : (notice: string) => noticeOn(display, notice)
  const onFault = (error: unknown) => {
    if (flags.debug) noticeOn(display, error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  try {
    const responder = await responderFor(flags, display)
    return await work({ surroundings: { store, responder, onFault, notify }, display, notify })
  } finally {
    await store.close()
  }
}

/** Only where somebody can see the question and type an answer. */
async function responderFor(flags: StageFlags, display: Display): Promise<Surroundings["responder"]> {
  if (flags.json || flags.print || flags.planOnly || !process.stdin.isTTY || !process.stderr.isTTY) return undefined
  return (await import("./respond.ts")).terminalResponder(display)
}

function noticeOn(display: Display, notice: string): void {
  display.pause()
  process.stderr.write(`keelson: ${printable(notice)}\n`)
  display.resume()
}
