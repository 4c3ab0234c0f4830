import { writeSync } from "node:fs"
import { startModelServer } from "../../src/testing/model-server.ts"
import { notingScript } from "../support/noting-script.ts"

/* Usage: node step-server.ts STEPS. Calls `note` until it sees so many results; writes its URL to fd 3. */
const server = await startModelServer({ script: notingScript(Number(process.argv[2])) })
writeSync(3, `${server.url}\n`)
