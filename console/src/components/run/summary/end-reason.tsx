import { type EndEvidence, type EndReason, endReasonOf, type NextStep } from "@keelson/view/end/end-reason.ts"
import { ledgerOf } from "@keelson/view/ledger.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import type { Story } from "@keelson/view/story.ts"
import { gistOfTask } from "@keelson/view/task-gist.ts"
import { setAddress } from "../../../state/address.ts"
import { offeredCommands } from "../../../state/commands.ts"
import { link } from "../../../state/route.ts"
import { useMay } from "../../../state/you.ts"
import { useReasons, useTitles } from "../../../words/retold.ts"
import { type Say, useDeclaredWords, useWords } from "../../../words/use-words.ts"
import { Icon } from "../../icon.tsx"
import { useOpenFork } from "../actions/fork-opening.ts"
import { AttemptRow } from "../feed/attempt-row.tsx"
import { momentName } from "../stage/moment-name.ts"

type EndReasonProps = {
  readonly view: RunView
  readonly story: Story
  /** Whether one can do something with the run here. */
  readonly canAct: boolean
  readonly onOpen: (key: string) => void
}

/** Why a run did not come to a verified end: one sentence, what shows it, and what to do next. */
export function EndReasonPanel({ view, story, canAct, onOpen }: EndReasonProps) {
  const mayRun = useMay("run")
  const headline = useHeadline(view)
  const reason = endReasonOf(view, story)
  if (!reason) return null
  const { evidence, next } = reason
  return (
    <section className="end-reason">
      <h3>{headline(reason)}</h3>
      {evidence.map((one) => (
        <Evidence key={nameOf(one)} {...{ one, onOpen }} />
      ))}
      {canAct && mayRun && <NextButton next={next} />}
    </section>
  )
}

const LONGEST = 220

function useHeadline(view: RunView): (reason: EndReason) => string {
  const say = useWords()
  const retell = useReasons()
  const words = useDeclaredWords()
  return ({ headline, words: text, evidence }) => {
    if (headline === "user")
      return say(view.cancelled === null || isUsers(text) ? "end.stopped" : "end.cancelled", { reason: retell(text) })
    if (headline === "unverified") return say(evidence.length > 0 ? "end.unverified_red" : "end.unverified")
    const [first] = evidence
    if (headline === "words" || !first) return retell(text) || say("end.failed")
    return sentenceOf(
      first,
      evidence,
      say,
      (name) => momentName("limit", name, say, words),
      retell(text),
      ledgerOf(view).length,
    )
  }
}

/** By the one who started it, without a word of their own. */
function isUsers(reason: string): boolean {
  return /^(?:cancelled by the user|由用户取消|用户取消)/i.test(reason)
}

function sentenceOf(
  first: EndEvidence,
  all: readonly EndEvidence[],
  say: Say,
  limitIn: (name: string) => string,
  words: string,
  asked: number,
): string {
  switch (first.kind) {
    case "check": {
      const line = (first.check.failing[0] ?? "").trim().slice(0, LONGEST)
      const name = first.check.name
      return line === "" ? say("end.check", { name }) : say("end.check_line", { name, line })
    }
    case "attempt":
      return say("end.model", { reason: first.call.failure?.reason ?? "" })
    case "limit":
      return say("end.limit", { limit: limitIn(first.limit) })
    case "requirement":
      return say("end.open", { count: all.filter(({ kind }) => kind === "requirement").length, all: asked })
    case "task":
      return words || say("end.failed")
  }
}

function nameOf(one: EndEvidence): string {
  switch (one.kind) {
    case "check":
      return `check ${one.check.name}`
    case "attempt":
      return one.call.key
    case "limit":
      return one.limit
    case "requirement":
      return `requirement ${one.requirement.number}`
    case "task":
      return one.task.key
  }
}

type EvidenceProps = { readonly one: EndEvidence; readonly onOpen: (key: string) => void }

/** Open requirements stand in the list below. */
function Evidence({ one, onOpen }: EvidenceProps) {
  const say = useWords()
  const titles = useTitles()
  const words = useDeclaredWords()
  switch (one.kind) {
    case "check":
      return (
        <div className="evidence">
          <p className="row">
            <Icon shape="failed" size={14} />
            <strong>{one.check.name}</strong> <code className="cut grow">{one.check.command}</code>
            {one.check.stage !== "" && (
              <button type="button" className="button plain small" onClick={() => onOpen(one.check.stage)}>
                {say("end.show")}
              </button>
            )}
          </p>
          {one.check.failing.length > 0 && <pre className="digest">{one.check.failing.slice(0, 12).join("\n")}</pre>}
        </div>
      )
    case "attempt":
      return <AttemptRow call={one.call} />
    case "limit":
      return (
        <p className="evidence">
          {momentName("limit", one.limit, say, words)}: {String(one.used)}/{String(one.allowed)}
        </p>
      )
    case "requirement":
      return null
    case "task": {
      const lines = gistOfTask(one.task)?.lines ?? []
      return (
        <div className="evidence">
          <p className="row">
            <Icon shape="failed" size={14} />
            <code>{one.task.tool}</code> <span className="cut grow">{titles(one.task.title)}</span>
            <button type="button" className="button plain small" onClick={() => onOpen(one.task.key)}>
              {say("end.show")}
            </button>
          </p>
          {lines.length > 0 && <pre className="digest">{lines.join("\n")}</pre>}
        </div>
      )
    }
  }
}

function NextButton({ next }: { readonly next: NextStep }) {
  const say = useWords()
  const fork = useOpenFork()
  switch (next.kind) {
    case "key":
      return (
        <a className="button primary" href={link.settings()}>
          {say("end.next.key")}
        </a>
      )
    case "review":
      return (
        <button type="button" className="button primary" onClick={() => setAddress({ tab: "changes" })}>
          {say("end.next.review")}
        </button>
      )
    case "fork":
      if (!fork) return null
      return (
        <button type="button" className="button primary" onClick={() => fork(next.place)}>
          {say("end.next.fork")}
        </button>
      )
    default:
      return (
        <button type="button" className="button primary" onClick={resume}>
          <Icon shape="play" size={11} /> {say(next.kind === "raise" ? "end.next.raise" : "end.next.resume")}
        </button>
      )
  }
}

function resume(): void {
  offeredCommands()
    .find(({ id }) => id === "resume")
    ?.run()
}
