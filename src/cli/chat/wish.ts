import { saidByFlags } from "../../config.ts"
import { givenLimits } from "../flags/given-limits.ts"
import type { ChatFlags } from "./session.ts"

/** What the flags of a conversation say of its runs. */
export function wishOf(flags: ChatFlags, workspace: string) {
  return { ...saidByFlags(flags), workspace, limits: givenLimits(flags) }
}
