import type { LoggedEvent } from "../../protocol/log/event.ts"
import { RunOverError } from "../../run/lifecycle/requests/tell.ts"
import type { EditorTerminal } from "../editor/edit-line.ts"
import type { Display, FollowedRun } from "../following/display.ts"
import { interruptOurselves } from "../terminal/interrupt.ts"
import { Typing } from "./typing.ts"

/** A display in which one may type to the run; what came too late for it is the next thing to be asked. */
export type Steered = { readonly display: Display; readonly tooLate: () => readonly string[] }

/** The same display, with a line to type in while the run works. */
export function steered(display: Display, terminal: EditorTerminal): Steered {
  const tooLate: string[] = []
  const queued = new Map<number, string>()
  let run: FollowedRun | undefined
  const tell = (text: string, now: boolean) => {
    run?.tell(text, { now }).catch((error: unknown) => {
      if (!(error instanceof RunOverError)) throw error
      tooLate.push(text)
    })
  }
  const typing = new Typing(terminal, {
    send: tell,
    toggleOutput: () => display.toggleOutput?.(),
    stop: () => void run?.cancel("stopped by Esc").catch(() => {}),
    interrupt: interruptOurselves,
  })
  const { under } = display
  if (!under) return { display, tooLate: () => tooLate }
  return {
    tooLate: () => [...queued.values(), ...tooLate, typing.left].filter((words) => words.trim() !== ""),
    display: {
      hasResult: display.hasResult,
      follow(followed) {
        run = followed
        followed.onEvent(({ event }) => keepUnheard(queued, event))
        under(() => typing.lines)
        typing.listen()
        display.follow(followed)
      },
      pause() {
        typing.deafen()
        display.pause()
      },
      resume() {
        if (run) typing.listen()
        display.resume()
      },
      end(result, code) {
        run = undefined
        typing.deafen()
        display.end(result, code)
      },
      stop() {
        run = undefined
        typing.deafen()
        display.stop()
      },
    },
  }
}

/** What was said and no model has heard when the run is over is said to the next one. */
function keepUnheard(queued: Map<number, string>, event: LoggedEvent["event"]): void {
  if (event.type === "word.added") queued.set(event.number, event.text)
  if (event.type !== "words.heard") return
  for (const number of [...queued.keys()]) if (number <= event.upto) queued.delete(number)
}
