import { duration } from "@keelson/text/words/units.ts"
import type { CheckRun } from "@keelson/view/story.ts"
import { useWords } from "../../../words/use-words.ts"
import { MarkIcon } from "../../badge.tsx"
import { checkMark } from "../../marks.ts"

/** Runs of checks, with the lines that say what fails. */
export function CheckRows({ checks }: { readonly checks: readonly CheckRun[] }) {
  const say = useWords()
  if (checks.length === 0) return null
  return (
    <ul className="stage-checks">
      {checks.map((check) => (
        <li key={check.key}>
          <span className="row">
            <MarkIcon mark={checkMark(check.status)} />
            <strong>{check.name}</strong>
            {check.compared === "as_before" && <span className="quiet small">{say("checks.as_before")}</span>}
            <code className="quiet cut grow">{check.command}</code>
            <span className="quiet small">{duration(check.to - check.from)}</span>
          </span>
          {check.failing.length > 0 && <pre className="digest">{check.failing.join("\n")}</pre>}
        </li>
      ))}
    </ul>
  )
}
