import type { RunView } from "@keelson/view/run-view.ts"
import { nameIn, useWords } from "../../../words/use-words.ts"

/** What confines the run, and how often a guard spoke up. */
export function Guards({ view }: { readonly view: RunView }) {
  const say = useWords()
  const { constraints, environment } = view
  return (
    <section className="side" aria-label={say("guards.label")}>
      <h2 className="eyebrow">{say("guards.label")}</h2>
      <dl className="figures">
        <div className="figure">
          <dt>{say("guards.reflections")}</dt>
          <dd>{view.alarms}</dd>
        </div>
        <div className="figure">
          <dt>{say("guards.violations")}</dt>
          <dd>{view.violations}</dd>
        </div>
        {environment && (
          <div className="figure">
            <dt>{say("guards.approve")}</dt>
            <dd>{say(`approve.${environment.approve}`)}</dd>
          </div>
        )}
        {constraints && (
          <div className="figure">
            <dt>{say("guards.kind")}</dt>
            <dd>{nameIn(say, constraints.task_type)}</dd>
          </div>
        )}
      </dl>
      {constraints && constraints.write_scope.length > 0 && (
        <p className="small">
          {say("guards.scope")} <code>{constraints.write_scope.join(" ")}</code>
        </p>
      )}
      {constraints && constraints.forbidden.length > 0 && (
        <p className="small quiet">
          {say("guards.forbidden")} <code>{constraints.forbidden.join(" ")}</code>
        </p>
      )}
    </section>
  )
}
