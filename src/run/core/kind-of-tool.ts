import type { Environment } from "../../protocol/log/environment.ts"
import type { ToolKind } from "../../protocol/log/traits.ts"
import { builtInTraits } from "../../tools/built-in.ts"

/** What kind of work a tool of a recorded run is for; `undefined` where nobody said so. */
export function kindOfTool(tool: string, environment: Pick<Environment, "traits"> | null): ToolKind | undefined {
  return (builtInTraits(tool) ?? environment?.traits?.[tool])?.kind
}
