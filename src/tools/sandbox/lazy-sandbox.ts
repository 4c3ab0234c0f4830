import { ToolFailure } from "../tool.ts"
import { BUBBLEWRAP, type Sandbox, type SandboxSearch } from "./sandbox.ts"

/**
 * The sandbox that a run was promised. It is looked for when the first command needs it; if it is not there any more, commands
 * fail instead of running unconfined.
 */
export function lazySandbox(name: string, find: () => Promise<SandboxSearch>): Sandbox {
  let search: Promise<SandboxSearch> | undefined
  const promised = async () => {
    search ??= find()
    const found = await search
    if ("sandbox" in found) return found.sandbox
    throw new ToolFailure(
      `This run's commands are confined by ${name}, and that is not to be had now: ${found.missing}`,
    )
  }
  return {
    name,
    byDomain: name === BUBBLEWRAP,
    wrap: async (command, place) => (await promised()).wrap(command, place),
    attend: async (place) => (await (await promised()).attend?.(place)) ?? { leave: async () => [] },
  }
}

/** What a run's commands go through: what its log says, even where this process has none, or has one that was not wanted. */
export function promisedSandbox(recorded: string | null, own: Sandbox | null | undefined): Sandbox | null {
  if (recorded === null) return null
  return own ?? lazySandbox(recorded, async () => ({ missing: "the agent that goes on with it was given no sandbox." }))
}
