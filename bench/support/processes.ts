import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"

const LONGEST_MS = 120_000

/** A program to start: arguments of the Node that runs the bench, and what its environment holds besides the path. */
export type Program = { readonly args: readonly string[]; readonly env?: Readonly<Record<string, string>> }

export function repositoryPath(name: string): string {
  return fileURLToPath(new URL(`../../${name}`, import.meta.url))
}

/** Starts a program with a bare environment, so that nothing of the user's settings is measured. Output on fd 3 is the caller's. */
export function start({ args, env = {} }: Program, cwd: string): ChildProcess {
  return spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH ?? "", HOME: cwd, ...env },
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    timeout: LONGEST_MS,
    killSignal: "SIGKILL",
  })
}

/** Waits for the end; throws with what the program complained about if it failed. Returns what it wrote to fd 3. */
export async function finish(child: ChildProcess): Promise<string> {
  const [errors, output] = [child.stderr, child.stdio[3]].map((stream) => text(stream as NodeJS.ReadableStream))
  const [code, signal] = await once(child, "exit")
  if (code !== 0) throw new Error(`${child.spawnargs.join(" ")} ended with ${code ?? signal}: ${await errors}`)
  return (await output) ?? ""
}

/** Ends the program at once and waits until it is gone. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, "exit")
  child.kill("SIGKILL")
  await gone
}
