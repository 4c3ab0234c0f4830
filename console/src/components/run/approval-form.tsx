import type { ApprovalDecision } from "@keelson/protocol/event.ts"
import { spelledOut } from "@keelson/text/spelled-out.ts"
import { forgetDraft, useDraft } from "../../state/draft.ts"
import { useKeys } from "../../state/keys.ts"
import { useWords } from "../../words/use-words.ts"
import { Diff } from "../diff.tsx"
import { FailureNote } from "../failure-note.tsx"
import type { Approval } from "./plan-question.ts"
import { RefusalInput } from "./refusal-input.tsx"
import { ruleWords } from "./rule-words.ts"
import { isMeant, useDecision } from "./use-decision.ts"

type ApprovalFormProps = {
  readonly runId: string
  readonly question: Approval
  readonly onAnswered: () => void
}

/** One task with what it would do; y, a, r and n answer it. */
export function ApprovalForm({ runId, question, onAnswered }: ApprovalFormProps) {
  const say = useWords()
  const name = `${runId}.${question.id}`
  const [reason, setReason] = useDraft(name)
  const { isSending, failure, decide } = useDecision(runId, question.id, () => {
    forgetDraft(name)
    onAnswered()
  })
  const answer = (decision: ApprovalDecision) =>
    void decide(decision, decision === "deny" && reason.trim() !== "" ? { reason: reason.trim() } : {})
  const byKey = (decision: ApprovalDecision) => (event: KeyboardEvent) => {
    if (isMeant(event)) answer(decision)
  }
  const { about, rule } = question
  useKeys({
    y: byKey("allow"),
    ...(about === "exception" ? {} : { a: byKey("allow_always") }),
    n: byKey("deny"),
    ...(rule ? { r: byKey("remember") } : {}),
  })

  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <p className="what">
        <code>{question.tool}</code> {spelledOut(question.summary)}
      </p>
      {question.detail !== "" && <Diff text={spelledOut(question.detail)} label={say("question.detail")} />}
      {failure && <FailureNote failure={failure} />}
      <div className="row">
        <button
          data-first
          type="button"
          className="button primary"
          disabled={isSending}
          onClick={() => answer("allow")}
        >
          {say("question.allow")} <kbd>y</kbd>
        </button>
        {about !== "exception" && (
          <button type="button" className="button" disabled={isSending} onClick={() => answer("allow_always")}>
            {about === "check" ? say("question.always.checks") : say("question.always", { tool: question.tool })}{" "}
            <kbd>a</kbd>
          </button>
        )}
        {rule && (
          <button
            type="button"
            className="button"
            disabled={isSending}
            aria-describedby="remember-what"
            onClick={() => answer("remember")}
          >
            {say("question.remember")} <kbd>r</kbd>
          </button>
        )}
        <button type="button" className="button danger" disabled={isSending} onClick={() => answer("deny")}>
          {say("question.deny")} <kbd>n</kbd>
        </button>
        <RefusalInput value={reason} onChange={setReason} onEnter={() => answer("deny")} />
      </div>
      {rule && <RuleNote rule={rule} />}
    </form>
  )
}

/** What "always in this folder" would let pass from now on. */
function RuleNote({ rule }: { readonly rule: NonNullable<Approval["rule"]> }) {
  const say = useWords()
  const { word, what } = ruleWords(rule)
  return (
    <p className="small quiet remember" id="remember-what">
      {say(word)} <code>{spelledOut(what)}</code>
    </p>
  )
}
