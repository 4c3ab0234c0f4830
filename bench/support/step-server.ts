import { once } from "node:events"
import { createInterface } from "node:readline"
import { end, repositoryPath, start } from "./processes.ts"

/** A server process that answers with one tool call after another. */
export type StepServer = AsyncDisposable & { readonly url: string }

export async function startStepServer(steps: number): Promise<StepServer> {
  const child = start({ args: [repositoryPath("bench/processes/step-server.ts"), String(steps)] }, process.cwd())
  const lines = createInterface({ input: child.stdio[3] as NodeJS.ReadableStream })
  const [url] = await Promise.race([once(lines, "line"), once(child, "exit").then(() => [undefined])])
  if (typeof url !== "string") throw new Error("The step server did not start.")
  return { url, [Symbol.asyncDispose]: () => end(child) }
}
