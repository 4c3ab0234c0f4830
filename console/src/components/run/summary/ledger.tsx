import type { Language } from "@keelson/protocol/log/environment.ts"
import { say as tell, type Word } from "@keelson/text/words/words.ts"
import { ledgerOf, type OpenReason, type Requirement } from "@keelson/view/ledger.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import { useLanguage, useWords } from "../../../words/use-words.ts"
import { Icon, type Shape } from "../../icon.tsx"

type LedgerProps = {
  readonly view: RunView
  /** Leads to a task, by its key. */
  readonly onOpen: (task: string) => void
}

const SHAPES: Readonly<Record<Requirement["status"], Shape>> = { met: "done", open: "incomplete", dropped: "skipped" }

/** What the run was asked for, one by one: how each stands, and what shows it. Of one requirement the outcome says it. */
export function Ledger({ view, onOpen }: LedgerProps) {
  const say = useWords()
  const language = useLanguage()
  const ledger = ledgerOf(view)
  if (ledger.length < 2) return null
  return (
    <section className="ledger" aria-label={say("ledger.label")}>
      <h3>{say("ledger.label")}</h3>
      <ol>
        {ledger.map((requirement) => (
          <li key={requirement.number} className={`ledger-${requirement.status}`}>
            <Icon shape={SHAPES[requirement.status]} size={14} />
            <span>
              <span className="unseen">{say(`ledger.${requirement.status}`)}: </span>
              {requirement.number}. {requirement.text}
              <Evidence {...{ requirement, view, language, onOpen }} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

type EvidenceProps = LedgerProps & { readonly requirement: Requirement; readonly language: Language }

function Evidence({ requirement, view, language, onOpen }: EvidenceProps) {
  const say = useWords()
  const { status, tasks, open, reason } = requirement
  if (status === "open")
    return (
      <em className="ledger-why"> – {open.map((one) => reasonOf(language, one)).join(", ") || say("ledger.open")}</em>
    )
  if (status === "dropped")
    return <em className="ledger-why"> – {tell(language, "requirement.dropped", reason ?? "")}</em>
  if (tasks.length === 0) return <em className="ledger-why"> – {tell(language, "requirement.said")}</em>
  return (
    <span className="ledger-tasks">
      {tasks.map((number) => {
        const task = view.tasks.find((each) => each.number === number)
        return (
          task && (
            <button key={number} type="button" className="button plain small" onClick={() => onOpen(task.key)}>
              {say("ledger.task", { number })}
            </button>
          )
        )
      })}
    </span>
  )
}

function reasonOf(language: Language, reason: OpenReason): string {
  switch (reason.kind) {
    case "part":
      return `${reason.part.title} (${tell(language, `status.${reason.part.status}` as Word)})`
    case "missing":
      return reason.text
    case "unserved":
      return tell(language, "requirement.unserved")
  }
}
