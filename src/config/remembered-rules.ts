import { createHash } from "node:crypto"
import { join } from "node:path"
import { z } from "zod"
import { IN_MEMORY } from "../journal/state-folder.ts"
import { ApprovalRule } from "../protocol/log/approval.ts"
import { readPrivateJson, writePrivateJson } from "./private-file.ts"

/* What the user answered with "always in this folder". */

const Remembered = z.object({ workspace: z.string(), rules: z.array(ApprovalRule) })

/** The rules of a folder, oldest first. A file that can't be read counts as none: then the user is asked again. */
export function rememberedRules(stateFolder: string, workspace: string): readonly ApprovalRule[] {
  if (stateFolder === IN_MEMORY) return []
  const parsed = Remembered.safeParse(readPrivateJson(fileOf(stateFolder, workspace)))
  return parsed.success && parsed.data.workspace === workspace ? parsed.data.rules : []
}

/** Adds a rule unless it is there. */
export function rememberRule(stateFolder: string, workspace: string, rule: ApprovalRule): void {
  const known = rememberedRules(stateFolder, workspace)
  const isKnown = known.some((other) => other.tool === rule.tool && other.match === rule.match)
  if (stateFolder !== IN_MEMORY && !isKnown) write(stateFolder, workspace, [...known, rule])
}

/** Takes the rule at this place of the list away, counted from 1; `undefined` if there is none. */
export function forgetRule(stateFolder: string, workspace: string, place: number): ApprovalRule | undefined {
  const known = rememberedRules(stateFolder, workspace)
  const rule = known[place - 1]
  if (rule)
    write(
      stateFolder,
      workspace,
      known.filter((other) => other !== rule),
    )
  return rule
}

function write(stateFolder: string, workspace: string, rules: readonly ApprovalRule[]): void {
  writePrivateJson(fileOf(stateFolder, workspace), { workspace, rules })
}

function fileOf(stateFolder: string, workspace: string): string {
  const name = createHash("sha256").update(workspace).digest("hex").slice(0, 32)
  return join(stateFolder, "approvals", `${name}.json`)
}
