import { duration, timeOfDay } from "../../../text/words/units.ts"
import { type Clock, every, systemClock } from "../../../tools/clock.ts"
import type { Display } from "../../following/display.ts"
import { onOneLine, paragraphs, terminalColumns } from "../../paint/text.ts"
import { sayTree } from "../../words/tree-words.ts"
import { engineLines, personLine } from "../person-lines.ts"
import { busyWords } from "./busy-words.ts"
import { waitedFor, waitedSince } from "./now-line.ts"
import { EMPTY_SCREEN, foldLive, foldScreen, runningTasks, type Screen } from "./screen.ts"
import { todoLines } from "./todo-lines.ts"
import { windowNote } from "./tree.ts"

/** After this long without a line somebody would think that nothing happens. */
const QUIET_MS = 15_000
/** In a file the same sign of life is said no more often than this: who reads it later needs none. */
const AGAIN_MS = 60_000

type PlainOptions = { readonly clock?: Clock; readonly verbose?: boolean | undefined }

/**
 * One line per fact that is worth one, for logs and for people without a terminal; a sign of life after 15 s
 * without one, and again after 30, 60 … s on a terminal, once a minute at most elsewhere. `verbose`: every fact.
 */
export function plainLines(
  stream: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number },
  { clock = systemClock, verbose = false }: PlainOptions = {},
): Display {
  const startedAt = clock.now()
  let screen: Screen = EMPTY_SCREEN
  let quietSince = clock.elapsed()
  let nextSign = QUIET_MS
  /** When each step was said to go on. */
  const signs = new Map<string, number>()
  let stop = () => {}
  const write = (at: number, text: string) => {
    const line = `[${timeOfDay(at)}] ${text}`
    stream.write(`${stream.isTTY ? paragraphs(line, terminalColumns(stream)) : line}\n`)
  }
  const print = (at: number, text: string) => {
    quietSince = clock.elapsed()
    nextSign = QUIET_MS
    write(at, text)
  }
  const printNote = (at: number) => {
    const note = windowNote(screen.view)
    if (note !== "") print(at, note)
  }
  const tellOfLife = () => {
    const now = clock.elapsed()
    const { step, text, since } = stepUnderWay(screen)
    const spent = clock.now() - since
    if (now - quietSince < (stream.isTTY ? nextSign : QUIET_MS) || spent < QUIET_MS) return
    if (!stream.isTTY && now - (signs.get(step) ?? Number.NEGATIVE_INFINITY) < AGAIN_MS) return
    nextSign *= 2
    signs.set(step, now)
    write(clock.now(), `${text}, ${duration(spent)}`)
  }
  const go = () => {
    stop()
    stop = every(clock, QUIET_MS, tellOfLife)
  }
  return {
    hasResult: false,
    follow(run) {
      print(clock.now(), `run ${run.id}`)
      run.onEvent((logged) => {
        const { todos } = screen.view
        screen = foldScreen(screen, logged)
        const { at, event } = logged
        if (at < startedAt) return
        const lines = verbose ? engineLines(event) : [personLine(event, screen.view)].filter(Boolean)
        for (const line of [...lines, ...todoLines(todos, screen.view.todos, event)]) print(at, line)
        if (event.type === "run.started" || event.type === "window.learned") printNote(at)
      })
      run.onLive((event) => {
        screen = foldLive(screen, event, clock.now())
        if (event.type === "model.retried")
          print(clock.now(), `retry in ${duration(event.wait_ms)}: ${onOneLine(event.reason)}`)
        if (event.type === "engine.busy" && !event.over) print(clock.now(), busyWords(event))
      })
      go()
    },
    pause: () => stop(),
    resume: go,
    end: () => stop(),
    stop: () => stop(),
  }
}

type Step = { readonly step: string; readonly text: string; readonly since: number }

/** What goes on now, by which name it is known, and since when; all waits for the model are one. */
function stepUnderWay(screen: Screen): Step {
  const [task] = runningTasks(screen)
  if (task) {
    const text = sayTree("running.task", task.number, onOneLine(task.title))
    return { step: task.key, text, since: task.startedAt }
  }
  const step = screen.busy !== "" ? "busy" : screen.check !== "" ? `check ${screen.check}` : "model"
  return { step, text: waitedFor(screen), since: waitedSince(screen) }
}
