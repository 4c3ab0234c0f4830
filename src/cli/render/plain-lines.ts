import { duration, timeOfDay } from "../../text/units.ts"
import { type Clock, every, systemClock } from "../../tools/clock.ts"
import type { Display } from "../display.ts"
import { busyWords } from "./busy-words.ts"
import { waitedFor } from "./now-line.ts"
import { engineLines, personLine } from "./person-lines.ts"
import { EMPTY_SCREEN, foldLive, foldScreen, runningTasks, type Screen } from "./screen.ts"
import { onOneLine, paragraphs, terminalColumns } from "./text.ts"

/** Without a line for so long somebody would think that nothing happens. */
const QUIET_MS = 15_000

type PlainOptions = { readonly clock?: Clock; readonly verbose?: boolean | undefined }

/** One line per fact that is worth one, for logs and for people without a terminal; one every 15 s where there are none. `verbose`: every fact. */
export function plainLines(
  stream: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number },
  { clock = systemClock, verbose = false }: PlainOptions = {},
): Display {
  const startedAt = clock.now()
  let screen: Screen = EMPTY_SCREEN
  let quietSince = clock.elapsed()
  let stop = () => {}
  const write = (at: number, text: string) => {
    const line = `[${timeOfDay(at)}] ${text}`
    stream.write(`${stream.isTTY ? paragraphs(line, terminalColumns(stream)) : line}\n`)
  }
  const print = (at: number, text: string) => {
    quietSince = clock.elapsed()
    write(at, text)
  }
  const tellOfLife = () => {
    const quietMs = clock.elapsed() - quietSince
    if (quietMs >= QUIET_MS) write(clock.now(), signOfLife(screen, quietMs))
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
        screen = foldScreen(screen, logged)
        const { at, event } = logged
        if (at < startedAt) return
        const lines = verbose ? engineLines(event) : [personLine(event, screen.view)].filter(Boolean)
        for (const line of lines) print(at, line)
      })
      run.onLive((event) => {
        screen = foldLive(screen, event)
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

function signOfLife(screen: Screen, quietMs: number): string {
  const running = runningTasks(screen)[0]
  return `${running ? `running ${running.tool}` : waitedFor(screen)}, ${duration(quietMs)}`
}
