import type { ServerScript } from "../../src/testing/model-server.ts"
import { call, text } from "../../src/testing/server-reply.ts"

/** Calls `note` until it sees so many results, then ends. Keeps no state, so that any number of loops may ask at once. */
export function notingScript(steps: number): ServerScript {
  return ({ messages }) => {
    const done = messages.filter(({ role }) => role === "tool").length
    return done < steps ? call("note", { text: `step ${inLetters(done)}` }) : text("Everything is noted.")
  }
}

/** Other figures alone are no news, and a run without news is ended. */
function inLetters(step: number): string {
  return [...String(step)].map((digit) => "abcdefghij"[Number(digit)]).join("")
}
