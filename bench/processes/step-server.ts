import { writeSync } from "node:fs"
import { startModelServer } from "../../src/testing/model-server.ts"
import { call, text } from "../../src/testing/server-reply.ts"

/* Usage: node step-server.ts STEPS. Calls `note` until it sees so many results; writes its URL to fd 3. Keeps no state. */
const steps = Number(process.argv[2])
const server = await startModelServer({
  script: ({ messages }) => {
    const done = messages.filter(({ role }) => role === "tool").length
    return done < steps ? call("note", { text: `step ${done + 1} of ${steps}` }) : text("Everything is noted.")
  },
})
writeSync(3, `${server.url}\n`)
