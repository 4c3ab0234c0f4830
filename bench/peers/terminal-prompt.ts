import { execFileSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import type { Start } from "./contender.ts"
import type { Trial } from "./trial.ts"

const LONGEST_MS = 30_000

/** From the start to the prompt on a real terminal, in ms; `undefined` where none came. */
export function timeToPrompt({ contender, place }: Trial): number | undefined {
  if (!contender.prompt) return undefined
  const { start, shows } = contender.prompt
  const socket = `keelson-${randomUUID().slice(0, 8)}`
  const tmux = (...words: string[]) =>
    execFileSync("tmux", ["-L", socket, "-f", "/dev/null", ...words], { encoding: "utf8" })
  // A server that is there already, so that its own start is not counted.
  tmux("new-session", "-d", "-x", "100", "-y", "30", "sleep", "600")
  const began = performance.now()
  try {
    tmux("new-window", "-c", place.workspace, shellLine(start(place), place.home))
    while (performance.now() - began < LONGEST_MS) {
      if (shows.test(tmux("capture-pane", "-p"))) return performance.now() - began
    }
    return undefined
  } finally {
    tmux("kill-server")
  }
}

function shellLine({ command, env = {} }: Start, home: string): string {
  const variables = Object.entries({
    PATH: process.env.PATH ?? "",
    HOME: home,
    TERM: "tmux-256color",
    LANG: "C.UTF-8",
    ...env,
  })
  const words = ["env", "-i", ...variables.map(([name, value]) => `${name}=${value}`), ...command]
  return `exec ${words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ")}`
}
