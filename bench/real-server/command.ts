import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { repositoryPath } from "../support/processes.ts"

/** What a command line left behind. */
export type Left = {
  readonly code: number | null
  readonly output: string
  readonly errors: string
  readonly ms: number
}

/** Carries the command line out as its own process: home and settings are the folder's, never the user's. Only the server's key is. */
export async function keelson(args: readonly string[], { cwd, home }: { cwd: string; home: string }): Promise<Left> {
  const { OPENAI_API_KEY } = process.env
  const key = OPENAI_API_KEY === undefined ? {} : { OPENAI_API_KEY }
  const started = performance.now()
  const child = spawn(process.execPath, ["--conditions=keelson-source", repositoryPath("src/cli/main.ts"), ...args], {
    cwd,
    env: { PATH: process.env.PATH ?? "", HOME: home, ...key },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")])
  return { code, output, errors, ms: performance.now() - started }
}
