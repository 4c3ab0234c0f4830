import { afterEach } from "vitest"
import type { Place, Running } from "../cli/keelson.ts"
import { serving } from "../cli/serving.ts"

/** Servers and workers as processes on one database, ended after each test. */
export function clusterOn(database: string) {
  const running: Running[] = []
  const environment = { KEELSON_DATABASE: database }
  afterEach(async () => {
    const left = running.splice(0)
    for (const { process } of left) process.kill("SIGKILL")
    await Promise.all(left.map(({ end }) => end))
  })
  return {
    worker: (there: Place, words: readonly string[] = []): Running => {
      const started = there.start(["worker", ...words], environment, null)
      running.push(started)
      return started
    },
    server: async (there: Place, words: readonly string[]) => {
      const made = await serving(there, ["--database", ...words], environment)
      running.push(made.running)
      return made
    },
    /** The same without signing in: the printed address is good for a browser. */
    freshServer: async (there: Place, words: readonly string[]): Promise<string> => {
      const started = there.start(["serve", "--port", "0", "--database", ...words], environment)
      running.push(started)
      await started.hears("stdout", "\n")
      return started.stdout.trim()
    },
  }
}
