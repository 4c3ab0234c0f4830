import { createLogUpdate } from "log-update"
import type { Run } from "../../../agent.ts"
import type { Display } from "../../following/display.ts"
import { painter } from "../../paint/paint.ts"
import { sayHere } from "../../words/chat-words.ts"
import { outputPane } from "./output-pane.ts"
import { EMPTY_SCREEN, foldLive, foldScreen, type Screen } from "./screen.ts"
import { drawTree } from "./tree.ts"
import { wordLines } from "./word-lines.ts"

const REDRAW_MS = 100
const NARROWEST = 20
/** The rest is for the tree. */
const PANE_SHARE = 0.6

const PANE_WORDS = {
  title: (of: string) => sayHere("output.of", of),
  get empty() {
    return sayHere("output.none")
  },
}

/** Draws the run as a tree that changes in place, at most ten times a second; the last drawing stays. */
export function liveTree(stream: NodeJS.WriteStream): Display {
  const paint = painter(stream)
  const startedAt = Date.now()
  // The cursor stays as it is: after a second Ctrl-C nobody would be left to show it again.
  const update = createLogUpdate(stream, { showCursor: true })
  let screen: Screen = EMPTY_SCREEN
  let timer: NodeJS.Timeout | undefined
  let isOpen = false
  let footer: () => readonly string[] = () => []

  function draw(): void {
    const now = Date.now()
    const rows = Math.max(4, (stream.rows ?? 24) - 1)
    const columns = Math.max(NARROWEST, (stream.columns ?? 80) - 1)
    const below = [...wordLines(screen.view, columns, paint), ...footer()]
    const room = rows - below.length
    const pane = isOpen
      ? outputPane(screen, { ...PANE_WORDS, rows: Math.floor(room * PANE_SHARE), columns, paint })
      : []
    const tree = drawTree(screen, { now, elapsedMs: now - startedAt, rows: room - pane.length, columns, paint })
    update([...tree, ...pane, ...below].join("\n"))
  }

  function halt(): void {
    clearInterval(timer)
    timer = undefined
  }

  function go(): void {
    if (screen === EMPTY_SCREEN) return
    timer ??= setInterval(draw, REDRAW_MS)
  }

  return {
    hasResult: false,
    follow(run: Run) {
      run.onEvent((event) => {
        screen = foldScreen(screen, event)
      })
      run.onLive((event) => {
        screen = foldLive(screen, event, Date.now())
      })
      go()
    },
    under(lines) {
      footer = lines
    },
    toggleOutput() {
      isOpen = !isOpen
    },
    pause() {
      halt()
      update.clear()
    },
    resume: go,
    end() {
      halt()
      footer = () => []
      isOpen = false
      draw()
      update.done()
      // The summary follows on standard output.
      stream.write("\n")
    },
    stop() {
      halt()
      update.clear()
    },
  }
}
