import { duration } from "@keelson/text/words/units.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import { useWords } from "../../../words/use-words.ts"
import { MarkIcon } from "../../badge.tsx"
import { checkMark } from "../../marks.ts"

/** The checks that ran last in a stage, with the lines that say what fails. */
export function StageChecks({ stage, view }: { readonly stage: string; readonly view: RunView }) {
  const say = useWords()
  const checks = view.checks.filter((check) => check.stage === stage)
  if (checks.length === 0) return null
  return (
    <ul className="stage-checks">
      {checks.map((check) => (
        <li key={check.name}>
          <span className="row">
            <MarkIcon mark={checkMark(check.status)} />
            <strong>{check.name}</strong>
            {check.compared === "as_before" && <span className="quiet small">{say("checks.as_before")}</span>}
            <code className="quiet cut grow">{check.command}</code>
            <span className="quiet small">{duration(check.ms)}</span>
          </span>
          {check.failing.length > 0 && <pre className="digest">{check.failing.join("\n")}</pre>}
        </li>
      ))}
    </ul>
  )
}
