import { duration } from "@keelson/text/words/units.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import { useWords } from "../../../words/use-words.ts"
import { MarkIcon } from "../../badge.tsx"
import { checkMark } from "../../marks.ts"

/** What proves the result: each check as it came out last; those that were found and have not run are open. */
export function Checks({ view }: { readonly view: RunView }) {
  const say = useWords()
  const ran = new Set(view.checks.map(({ name }) => name))
  const open = (view.knownChecks ?? []).filter(({ name }) => !ran.has(name))
  const isNone = view.checks.length === 0 && open.length === 0
  return (
    <section className="side" aria-label={say("checks.label")}>
      <h2 className="eyebrow">{say("checks.label")}</h2>
      {isNone && <p className="quiet small">{say(view.knownChecks === null ? "checks.unknown" : "checks.none")}</p>}
      <ul className="side-list">
        {view.checks.map((check) => (
          <li key={check.name} title={check.command}>
            <MarkIcon mark={checkMark(check.status)} />
            <span className="cut">{check.name}</span>
            {check.compared === "as_before" && <span className="quiet small">{say("checks.as_before")}</span>}
            <span className="quiet small">{duration(check.ms)}</span>
          </li>
        ))}
        {open.map((check) => (
          <li key={check.name} title={check.command} className="quiet">
            <MarkIcon mark={checkMark("planned")} />
            <span className="cut">{check.name}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
