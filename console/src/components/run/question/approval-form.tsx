import type { ApprovalDecision } from "@keelson/protocol/log/event.ts"
import { spelledOut } from "@keelson/text/spelled-out.ts"
import { networkQuestion } from "@keelson/text/words/network-question.ts"
import { risksByLine } from "@keelson/text/words/risk-lines.ts"
import { headlineOf, judgedBy } from "@keelson/view/approval-text.ts"
import { forgetDraft, useDraft } from "../../../state/draft.ts"
import { useKeys } from "../../../state/keys.ts"
import { useLanguage, useWords } from "../../../words/use-words.ts"
import { Diff } from "../../diff/diff.tsx"
import { FailureNote } from "../../failure-note.tsx"
import { AnswerButton } from "./answer-button.tsx"
import type { Answering } from "./answering.ts"
import { CommandLine } from "./command-line.tsx"
import type { Approval } from "./plan-question.ts"
import { RefusalInput } from "./refusal-input.tsx"
import { Risks } from "./risks.tsx"
import { ruleWords } from "./rule-words.ts"
import { isMeant, isMeantWidely, useDecision } from "./use-decision.ts"

type ApprovalFormProps = { readonly question: Approval; readonly answering: Answering }

/** One task with what it would do; y and n answer it, and with Shift R and A allow more than it. */
export function ApprovalForm({ question, answering }: ApprovalFormProps) {
  const say = useWords()
  const name = `${answering.runId}.${question.id}`
  const [reason, setReason] = useDraft(name)
  const onSent = () => {
    forgetDraft(name)
    answering.onSent()
  }
  const { isSending, failure, decide } = useDecision({ ...answering, onSent })
  const answer = (decision: ApprovalDecision) =>
    decide(decision, decision === "deny" && reason.trim() !== "" ? { reason: reason.trim() } : {})
  const { about, rule } = question
  useKeys({
    y: (event) => isMeant(event) && answer("allow"),
    n: (event) => isMeant(event) && answer("deny"),
    ...(about === "exception" ? {} : { R: (event) => isMeantWidely(event) && answer("allow_always") }),
    ...(rule ? { A: (event) => isMeantWidely(event) && answer("remember") } : {}),
  })
  const button = { hearing: answering.hearing, isSending }
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <What question={question} />
      {failure && <FailureNote failure={failure} />}
      <div className="row" data-answers>
        <AnswerButton {...button} look="primary" shortcut="y" onClick={() => answer("allow")}>
          {say("question.allow")}
        </AnswerButton>
        <AnswerButton {...button} look="danger" shortcut="n" onClick={() => answer("deny")}>
          {say("question.deny")}
        </AnswerButton>
        <RefusalInput value={reason} onChange={setReason} onEnter={() => answer("deny")} />
      </div>
      <fieldset className="wide-answers">
        <legend>{say("question.wide")}</legend>
        <div className="row">
          {about !== "exception" && (
            <AnswerButton {...button} shortcut="⇧R" onClick={() => answer("allow_always")}>
              {alwaysWords(say, question)}
            </AnswerButton>
          )}
          {rule && (
            <AnswerButton {...button} shortcut="⇧A" describedBy="remember-what" onClick={() => answer("remember")}>
              {say("question.remember")}
            </AnswerButton>
          )}
        </div>
        {rule && <RuleNote rule={rule} question={question} />}
      </fieldset>
    </form>
  )
}

function alwaysWords(say: ReturnType<typeof useWords>, { about, tool }: Approval): string {
  if (about === "network") return say("question.always.hosts")
  return about === "check" ? say("question.always.checks") : say("question.always", { tool })
}

/** What the call would do: a command line, a diff, or its arguments. */
function What({ question }: { readonly question: Approval }) {
  const say = useWords()
  const { command, rest } = judgedBy(question)
  const { tool } = question
  const language = useLanguage()
  return (
    <>
      {question.network ? (
        <p className="what">{networkQuestion(language, question.network)}</p>
      ) : (
        <p className="what">
          <code>{tool}</code> {spelledOut(headlineOf(question).slice(tool.length))}
        </p>
      )}
      {command !== undefined && <CommandLine command={command} />}
      {rest !== "" && (
        <Diff
          text={spelledOut(rest)}
          label={say("question.detail")}
          notes={risksByLine(language, question.file_risks)}
        />
      )}
      <Risks question={question} />
    </>
  )
}

/** What "always in this folder" would let pass from now on. */
function RuleNote({ rule, question }: { readonly rule: NonNullable<Approval["rule"]>; readonly question: Approval }) {
  const say = useWords()
  const { word, what } = ruleWords(rule, question)
  return (
    <p className="small quiet remember" id="remember-what">
      {say(word)} <code>{spelledOut(what)}</code>
    </p>
  )
}
