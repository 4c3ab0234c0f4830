import { ownIgnored } from "../../../checkpoints/revert/own-ignored.ts"
import { digestOf } from "../../../journal/stable-json.ts"
import { hasFields, type StepKey } from "../../../journal/step-key.ts"
import { keyIn } from "../../../protocol/log/key.ts"
import { BUBBLEWRAP } from "../../../tools/sandbox/sandbox.ts"
import { openView } from "../../../tools/sandbox/view/open-view.ts"
import type { Workspace } from "../../../tools/workspace/workspace.ts"
import type { RunParts } from "../../core/run-parts.ts"
import type { CheckResult } from "../check-report.ts"
import { type DueCheck, onTree, runDue } from "../check-results.ts"
import { endedDraft } from "../ended-draft.ts"
import { isKeptResult, keptElsewhere } from "../kept-results.ts"
import type { BaseState, NoBase } from "./base-of.ts"
import type { OnBase } from "./compare.ts"

const BASE = "base"

type Recorded = OnBase | { readonly none: NoBase }

const isRecorded = (value: unknown): value is Recorded =>
  hasFields<{ none: string }>({ none: "string" })(value) || isOnBase(value)
const isOnBase = hasFields<OnBase>({ result: "object", isBlind: "boolean" })

/**
 * The same, whole command on the base, once per check and base; a run that is interrupted meanwhile does it again. `checks`: when the checks
 * of the workspace began.
 */
export async function onBase(
  parts: RunParts,
  due: DueCheck,
  base: BaseState,
  checks: number,
): Promise<OnBase | NoBase> {
  const on = onTree(due.on, base.tree)
  const place: StepKey<Recorded> = {
    key: keyIn(BASE, `${due.check.name}@${digestOf({ on }).slice(0, 12)}`),
    digest: digestOf({ what: "base", on }),
    is: isRecorded,
  }
  const recorded = await parts.journal.step(place, async () => {
    const value = await measured(parts, { ...due, on, key: place.key }, base, checks)
    const with_ = "none" in value ? [] : [endedDraft(place.key, "", BASE, value.result)]
    return { value, with: with_ }
  })
  return "none" in recorded ? recorded.none : recorded
}

async function measured(parts: RunParts, due: DueCheck, base: BaseState, checks: number): Promise<Recorded> {
  const { checkpoints, workspace, sandbox, signal } = parts
  if (!checkpoints) return { none: "no_checkpoints" }
  const ignored = await ownIgnored(workspace.root, await checkpoints.ignored(workspace.root), {
    since: base.since,
    checks,
  })
  const kept = await keptElsewhere(parts, due.check, due.on, isOnBaseValue)
  if (kept) return { result: { ...kept, cached: true }, isBlind: ignored.matter }
  await using opened = await openView({
    root: workspace.root,
    isBubblewrapped: sandbox?.name === BUBBLEWRAP,
    layDown: (folder) => checkpoints.layDown(workspace.root, base.now, base.tree, folder),
    without: ignored.paths,
    signal,
  })
  if (!opened) return { none: "no_copy" }
  const seen = { view: opened.view, workspace: await workspaceAt(workspace, opened.root) }
  const result = await runDue(parts, due, { seen })
  return { result, isBlind: ignored.matter }
}

async function workspaceAt(workspace: Workspace, root: string): Promise<Workspace> {
  if (root === workspace.root) return workspace
  const { openWorkspace } = await import("../../../tools/workspace/workspace.ts")
  return openWorkspace(root, workspace.stand)
}

/** What another run heard of the same base. */
function isOnBaseValue(value: unknown): readonly CheckResult[] {
  return isOnBase(value) && isKeptResult(value.result) ? [value.result] : []
}
