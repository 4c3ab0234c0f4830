import type { OpenQuestion } from "@keelson/protocol/log/run.ts"
import type { WordKey } from "../../../words/en.ts"

type Approval = Extract<OpenQuestion, { kind: "approval" }>

/** What the rule of a question would allow: the words for it, and the part that is not ours. */
export function ruleWords(
  { tool, match }: NonNullable<Approval["rule"]>,
  { command }: Pick<Approval, "command">,
): { readonly word: WordKey; readonly what: string } {
  if (match === undefined) return { word: "remember.tool", what: tool }
  if (tool === "network") return { word: "remember.network", what: match }
  const text = unescaped(match)
  if (/^https?:\/\/.*\/\*$/s.test(match)) return { word: "remember.site", what: text.replace(/\/\*$/, "") }
  return command === undefined
    ? { word: "remember.file", what: `${tool} ${text}` }
    : { word: "remember.command", what: text }
}

/** A glob that stands for one text alone has its stars escaped; people see the text. */
function unescaped(glob: string): string {
  return glob.replace(/\\([\\*?])/g, "$1")
}
