import type { SettingsReply, StartRequest } from "@keelson/protocol/api/api.ts"
import { amount, dollars } from "@keelson/text/words/units.ts"
import { useState } from "react"
import { api } from "../../api/client.ts"
import { ownerApi } from "../../api/owner.ts"
import { go, link } from "../../state/route.ts"
import { useDeed } from "../../state/use-deed.ts"
import { useLoaded } from "../../state/use-loaded.ts"
import { useSpeaker } from "../../words/speaking.ts"
import { useWords } from "../../words/use-words.ts"
import { Dialog } from "../dialog.tsx"
import { FailureNote } from "../failure-note.tsx"
import { type PastCost, pastCosts, sumOf } from "./past-costs.ts"
import { COMPARE_WORDS } from "./start-words.ts"
import "../start/start-form.css"
import "./strategies-dialog.css"

/** A request, and what it would have been started with. */
export type ToCompare = { readonly settings: SettingsReply; readonly request: StartRequest }

type StrategiesDialogProps = {
  readonly load: () => Promise<ToCompare | null>
  readonly onClose: () => void
  /** The runs are under way. */
  readonly onStarted?: () => void
}

/** Has one request done under several strategies, and says before what that may cost. */
export function StrategiesDialog({ load, onClose, onStarted }: StrategiesDialogProps) {
  const say = useSpeaker(COMPARE_WORDS)
  const word = useWords()
  const { value, failure } = useLoaded("compare strategies", async () => {
    const [wish, { runs }] = await Promise.all([load(), api.runs({}, { limit: 300 })])
    return { wish, past: pastCosts(runs) }
  })
  return (
    <Dialog title={say("title")} onClose={onClose}>
      {failure && <FailureNote failure={failure} />}
      {!value && !failure && <p className="quiet">{word("loading")}</p>}
      {value?.wish && <Choice {...value.wish} past={value.past} onClose={onClose} onStarted={onStarted} />}
    </Dialog>
  )
}

type ChoiceProps = ToCompare & {
  readonly past: ReadonlyMap<string, PastCost>
  readonly onClose: () => void
  readonly onStarted?: (() => void) | undefined
}

function Choice({ settings, request: given, past, onClose, onStarted }: ChoiceProps) {
  const say = useSpeaker(COMPARE_WORDS)
  const { strategy, follows: _, ...request } = given
  const [chosen, setChosen] = useState(() => firstTwo(settings, strategy))
  const inOrder = settings.strategies.map(({ name }) => name).filter((name) => chosen.includes(name))
  const { isBusy, failure, run } = useDeed()
  const start = () =>
    run(async () => {
      const { comparison } = await ownerApi.compare({ ...request, strategies: inOrder })
      onStarted?.()
      onClose()
      go(link.comparison(comparison))
    })
  const toggle = (name: string) =>
    setChosen((before) => (before.includes(name) ? before.filter((each) => each !== name) : [...before, name]))
  if (!settings.offers?.includes("compare")) return <p>{say("cannot")}</p>
  return (
    <form
      className="dialog-form compare-strategies"
      onSubmit={(event) => {
        event.preventDefault()
        void start()
      }}
    >
      <p>{say("text", request.workspace ?? settings.workspace)}</p>
      <fieldset className="field">
        <legend>{say("strategies")}</legend>
        <div className="strategy-list">
          {settings.strategies.map(({ name }) => (
            <label key={name} className="strategy">
              <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
              <span>
                <strong>{name}</strong>
                <small>{costWords(say, past.get(name))}</small>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <Costs {...{ chosen, past, settings }} limits={request.limits} />
      {failure && <FailureNote failure={failure} />}
      <div className="row">
        <button type="submit" className="button primary" disabled={isBusy || chosen.length < 2}>
          {isBusy ? say("starting") : say("do", chosen.length)}
        </button>
        <span className="quiet small">{say("questions")}</span>
      </div>
    </form>
  )
}

type CostsProps = Pick<ChoiceProps, "past" | "settings"> & {
  readonly chosen: readonly string[]
  readonly limits: StartRequest["limits"]
}

/** By what such runs took here, and by what they may take. */
function Costs({ chosen, past, settings, limits }: CostsProps) {
  const say = useSpeaker(COMPARE_WORDS)
  const known = chosen.flatMap((name) => past.get(name) ?? [])
  const { calls, tokens, cost } = sumOf(known)
  const most = { ...settings.limits, ...limits }
  const mostCalls = most.max_model_calls * chosen.length
  const dollarsAtMost = most.max_cost == null ? "" : say("cost.dollars", dollars(most.max_cost * chosen.length))
  return (
    <div className="note" role="status">
      <strong>{say("costs")}</strong>
      {known.length > 0 && (
        <span>{say("cost.about", priced(say, cost), amount(tokens), Math.min(calls, mostCalls))}</span>
      )}
      {known.length < chosen.length && <span>{say("cost.open", chosen.length - known.length)}</span>}
      <span className="quiet small">{say("cost.most", mostCalls, dollarsAtMost)}</span>
    </div>
  )
}

type Say = ReturnType<typeof useSpeaker<keyof typeof COMPARE_WORDS>>

function costWords(say: Say, past: PastCost | undefined): string {
  if (!past) return say("cost.none")
  return say("cost.each", priced(say, past.cost), amount(past.tokens), past.calls, past.runs)
}

function priced(say: Say, cost: number | null): string {
  return cost === null ? say("cost.unpriced") : dollars(cost)
}

/** The one that it has, and another that is unlike it: one makes plans, the other goes from call to call. */
function firstTwo({ strategies }: SettingsReply, strategy: string | undefined): string[] {
  const [first, ...rest] = strategies.toSorted((a) => (a.name === strategy ? -1 : 0))
  const other = rest.find(({ plans }) => plans !== first?.plans) ?? rest[0]
  return [first, other].flatMap((each) => each?.name ?? [])
}
