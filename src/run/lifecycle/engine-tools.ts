import type { Environment } from "../../protocol/log/environment.ts"
import { ASK_USER, askUserTool } from "../../tools/ask-user.ts"
import { isBuiltIn } from "../../tools/built-in.ts"
import { artifactTool, READ_ARTIFACT } from "../../tools/read-artifact.ts"
import { traitsOf } from "../../tools/subject.ts"
import type { AnyTool } from "../../tools/tool.ts"
import { WAIT_FOR, waitFor } from "../../tools/wait-for.ts"
import { openArtifact, type Shelf } from "../context/artifact.ts"

/** The tools that the engine itself brings to every run; which of them a run has is recorded with its environment. */
export function engineTools(shelf: Shelf): AnyTool[] {
  return [artifactTool((range) => openArtifact(shelf, range)), askUserTool, waitFor]
}

/** What tools of somebody else's say of themselves: a log is read without them. */
export function ownTraits(own: readonly AnyTool[]): Pick<Environment, "traits"> {
  const said = own.flatMap(({ name, traits }) => (traits && !isBuiltIn(name) ? [[name, traits] as const] : []))
  return said.length === 0 ? {} : { traits: Object.fromEntries(said) }
}

/** Everything that a new run with these tools is offered. Commands can be waited for only where commands can be run. */
export function offeredNames(own: readonly AnyTool[]): string[] {
  const names = own.map(({ name }) => name)
  const waits = own.some((tool) => traitsOf(tool).shell) ? [WAIT_FOR] : []
  return [...new Set([...names, READ_ARTIFACT, ...waits, ASK_USER])]
}
