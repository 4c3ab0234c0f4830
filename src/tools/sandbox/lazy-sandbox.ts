import { ToolFailure } from "../tool.ts"
import type { Sandbox, SandboxSearch } from "./sandbox.ts"

/**
 * The sandbox that a run was promised. It is looked for when the first command needs it; if it is not there any more, commands
 * fail instead of running unconfined.
 */
export function lazySandbox(name: string, find: () => Promise<SandboxSearch>): Sandbox {
  let search: Promise<SandboxSearch> | undefined
  return {
    name,
    async wrap(command, place) {
      search ??= find()
      const found = await search
      if ("sandbox" in found) return found.sandbox.wrap(command, place)
      throw new ToolFailure(
        `This run's commands are confined by ${name}, and that is not to be had now: ${found.missing}`,
      )
    },
  }
}

/** What a run's commands go through: what its log says, even where this process has none, or has one that was not wanted. */
export function promisedSandbox(recorded: string | null, own: Sandbox | null | undefined): Sandbox | null {
  if (recorded === null) return null
  return own ?? lazySandbox(recorded, async () => ({ missing: "the agent that goes on with it was given no sandbox." }))
}
