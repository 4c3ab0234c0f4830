import { join } from "node:path"
import type { ToolCallContent } from "@agentclientprotocol/sdk"
import { type DiffHunk, readDiff } from "../../text/unified-diff.ts"

/** A unified diff as editors show one: of each file the lines around what changed, before and after. Empty for what is none. */
export function diffContent(diff: string, workspace: string): ToolCallContent[] {
  return readDiff(diff).map(({ path, how, hunks }) => ({
    type: "diff",
    path: join(workspace, path),
    oldText: how === "new" ? null : side(hunks, "drop"),
    newText: side(hunks, "add"),
  }))
}

/** What one side has of it: the lines of both, and its own. */
function side(hunks: readonly DiffHunk[], own: "add" | "drop"): string {
  const parts = hunks.map(({ lines }) => lines.filter(({ kind }) => kind === "same" || kind === own))
  return parts.map((lines) => lines.map(({ text }) => text).join("\n")).join("\n…\n")
}
