import type { OpenedCall } from "@keelson/protocol/api/call-api.ts"
import { amount, dayAndTime, dollars, duration, percent } from "@keelson/text/words/units.ts"
import { useWords } from "../../../words/use-words.ts"

/** Who was asked, how, and what it took. */
export function CallFigures({ call }: { readonly call: OpenedCall }) {
  const say = useWords()
  const { key, model, rung, choice, attempt, at, ms, usage, cost, max_output } = call
  const rows: readonly (readonly [string, string | undefined])[] = [
    [say("call.place"), key],
    [say("runs.model"), model],
    [say("call.rung"), choice === undefined ? rung : `${rung}: ${choice}`],
    [say("call.try"), String(attempt)],
    [say("call.at"), dayAndTime(at)],
    [say("call.time"), ms === null ? undefined : duration(ms)],
    [say("call.in"), usage ? amount(usage.prompt) : undefined],
    [say("call.cached"), usage && usage.prompt > 0 ? percent(usage.cached / usage.prompt) : undefined],
    [say("call.out"), usage ? withLimit(usage.completion, max_output) : undefined],
    [say("runs.cost"), usage ? dollars(cost) : undefined],
  ]
  return (
    <dl className="call-figures">
      {rows.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

function withLimit(used: number, limit: number | undefined): string {
  return limit === undefined ? amount(used) : `${amount(used)} / ${amount(limit)}`
}
