import type { TestProject } from "vitest/node"
import { startPostgres } from "./postgres-server.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** With `%s` in the place of a database's name. */
    postgres: string
  }
}

/** One server for all files of the project; each has databases of its own. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  project.provide("postgres", server.url("%s"))
  return () => server.close()
}
