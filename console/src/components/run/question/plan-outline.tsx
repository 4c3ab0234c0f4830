import { useWords } from "../../../words/use-words.ts"
import type { PlanLine, ReadPlan } from "./plan-lines.ts"

/** A plan as a list: what comes in which order, and what it is for. */
export function PlanOutline({ plan }: { readonly plan: ReadPlan }) {
  const say = useWords()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="plan" aria-label={say(`plan.${plan.kind}`)} tabIndex={0}>
      <h3 className="eyebrow">{say(`plan.${plan.kind}`)}</h3>
      {plan.reasoning !== "" && <p>{plan.reasoning}</p>}
      <ul>
        {plan.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same number, and none moves.
          <PlanRow key={index} line={line} />
        ))}
      </ul>
    </section>
  )
}

function PlanRow({ line }: { readonly line: PlanLine }) {
  const say = useWords()
  return (
    <li>
      <span className="plan-label">{line.label}</span>
      <div className="plan-part">
        <p>{line.isTool ? <code>{line.title}</code> : <strong>{line.title}</strong>}</p>
        {line.note !== "" && <p className="quiet">{line.note}</p>}
        {line.arguments.length > 0 && (
          <dl className="arguments">
            {line.arguments.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <pre>{value}</pre>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {line.needs !== "" && <p className="quiet small">{say("graph.needs", { list: line.needs })}</p>}
      </div>
    </li>
  )
}
