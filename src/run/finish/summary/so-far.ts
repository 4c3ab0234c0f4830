import { clip } from "../../../text/clip.ts"
import { lineInMarkdown } from "../../../text/quoted-name.ts"
import { say } from "../../../text/words/words.ts"
import type { RunView } from "../../../view/run-view.ts"
import { newestSummaries } from "./newest-summaries.ts"
import { filesOf, languageIn } from "./of-view.ts"
import { filesLine } from "./report.ts"

/** More would push the question out of sight. */
const MOST_LINES = 5
const LONGEST = 300

/** What exists of a run that waits for somebody: what it said of itself last, or what it did, and the files; empty where there is nothing yet. */
export function soFar(view: RunView): string {
  const language = languageIn(view)
  const told = newestSummaries(view)
    .slice(-MOST_LINES)
    .map((line) => clip(line, LONGEST))
  const done = told.length > 0 ? told : doneIn(view)
  const files =
    filesOf(view).length === 0
      ? []
      : [`- **${say(language, "facts.files")}${language === "zh" ? "：" : ":"}** ${filesLine(language, view)}`]
  if (done.length + files.length === 0) return ""
  return [say(language, "report.progress"), ...done, ...files].join("\n")
}

function doneIn({ tasks }: RunView): string[] {
  const done = tasks.filter(({ status }) => status === "done").slice(-MOST_LINES)
  return done.map(({ title }) => `- ${lineInMarkdown(clip(title, LONGEST))}`)
}
