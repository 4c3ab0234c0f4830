import type { ApprovalRule } from "@keelson/protocol/approval.ts"
import type { WordKey } from "../../../words/en.ts"

/** What a rule would allow: the words for it, and the part that is not ours. */
export function ruleWords({ tool, match }: ApprovalRule): { readonly word: WordKey; readonly what: string } {
  if (match === undefined) return { word: "remember.tool", what: tool }
  if (tool === "network") return { word: "remember.network", what: match }
  const text = unescaped(match)
  if (/^https?:\/\/.*\/\*$/s.test(match)) return { word: "remember.site", what: text.replace(/\/\*$/, "") }
  return { word: "remember.command", what: text }
}

/** A glob that stands for one text alone has its stars escaped; people see the text. */
function unescaped(glob: string): string {
  return glob.replace(/\\([\\*?])/g, "$1")
}
