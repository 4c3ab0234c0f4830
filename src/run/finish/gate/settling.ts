import type { RunView, SettledView, TaskView } from "../../../view/run-view.ts"
import type { Answered } from "./closer.ts"
import type { GateFinding } from "./findings.ts"

/** What a closing answers the findings with that were reported to it. */
export type ClosingAnswer = {
  readonly answered: Answered
  readonly request: string
  /** What the user said after a finding was reported, once the model has heard it. */
  readonly userSpoke: (about: string) => string | undefined
  /** The closing changed something. */
  readonly hasWorked: boolean
  /** The tasks of the closing that succeeded; empty where it changed nothing. */
  readonly deeds: readonly string[]
  readonly view: RunView
  /** Nothing was looked at: nobody can know that nothing had to be changed. */
  readonly isBlind: boolean
}

/** What was reported before and not again: a word that came too late for its closing settles it where the next one, having heard it, changes nothing. */
export function settledLate(earlier: readonly GateFinding[], answer: ClosingAnswer): readonly SettledView[] {
  if (answer.hasWorked) return []
  return earlier.flatMap(({ about, failures }) => {
    const text = answer.userSpoke(about)
    return text === undefined ? [] : [{ about, by: "user" as const, failures: [...failures], tasks: [], text }]
  })
}

/**
 * What settles a finding. What is open needs a task that shows it, the work of the closing, or the user's word; what nobody can tell and that
 * nothing was changed take a reason; a failure of this run's takes one only where it quotes the request.
 */
export function settledBy(told: readonly GateFinding[], answer: ClosingAnswer): readonly SettledView[] {
  return told.flatMap((finding) => settledOne(finding, answer) ?? [])
}

/** Of `must_pass`, what the model takes back: what it said itself, and has a reason for. */
export function withdrawnBy(
  told: readonly GateFinding[],
  settled: readonly SettledView[],
  view: RunView,
): readonly string[] {
  const about = new Set(settled.filter(({ by }) => by === "reason").map((one) => one.about))
  const taken = told.filter((finding) => finding.kind === "must_pass" && about.has(finding.about))
  return view.mustPass.filter((name) => taken.some((finding) => isAbout(finding, name)))
}

type By = Pick<SettledView, "by" | "text"> & { readonly tasks?: readonly string[] }

function settledOne(finding: GateFinding, answer: ClosingAnswer): SettledView | undefined {
  const { about, failures } = finding
  const found = settlement(finding, answer)
  return found && { about, by: found.by, failures: [...failures], tasks: [...(found.tasks ?? [])], text: found.text }
}

function settlement(finding: GateFinding, answer: ClosingAnswer): By | undefined {
  const { answered, view } = answer
  const { kind, about } = finding
  if (kind === "unchanged" && answer.isBlind) return undefined
  const line = lineFor(finding, answered)
  const task = isOfChecks(kind) ? undefined : taskIn(line, view)
  if (task) return { by: "task", text: shownBy(finding, line, task), tasks: [task.key] }
  const word = answer.userSpoke(about)
  if (word !== undefined && line !== "") return { by: "user", text: word }
  if (kind === "open") return madeGood(finding, answer)
  if (kind === "unchanged" && answered.word?.changes === "none") return { by: "reason", text: line || textOf(answered) }
  return line !== "" && isReasonEnough(finding, line, answer) ? { by: "reason", text: line } : undefined
}

/** Of a part what the task did; of a check of which nobody knows what the model says of it, if it says anything. */
function shownBy({ kind }: GateFinding, line: string, { tool, title }: TaskView): string {
  const said = kind === "unknown" ? line.replace(TASK, "").replace(/^[\s,;:.–—-]+/, "") : ""
  return /\s|\p{Script=Han}/u.test(said) ? said : `${tool} ${title}`
}

/** These are measured: no task shows that they are otherwise. */
function isOfChecks(kind: GateFinding["kind"]): boolean {
  return kind === "own" || kind === "must_pass"
}

function madeGood({ about }: GateFinding, answer: ClosingAnswer): By | undefined {
  const isMade = answer.answered.isDone && answer.deeds.length > 0 && !STAYS.test(about)
  return isMade ? { by: "closing", text: deedsOf(answer), tasks: answer.deeds } : undefined
}

function isReasonEnough(finding: GateFinding, reason: string, { view, request }: ClosingAnswer): boolean {
  if (!isOfChecks(finding.kind)) return true
  const isOwnWord = finding.kind === "must_pass" && view.mustPass.some((name) => isAbout(finding, name))
  return isOwnWord || quotesRequest(reason, request) || (finding.isAdded === true && speaksOfFailing(reason, request))
}

/** Tests that the run wrote, which the request wants to fail and the reason says are to. */
function speaksOfFailing(reason: string, request: string): boolean {
  return WANTS_FAILING.test(request) && !WANTS_MENDED.test(request) && /\bfail|\bred\b|失败|不通过|红/iu.test(reason)
}

/** "Fix it, and add a test that fails without the fix": that test has to pass at the end. */
const WANTS_MENDED =
  /(?<!\b(?:not|don['’]?t|never|without)\s(?:\w+\s){0,2})\b(?:fix|mend|repair|implement|make (?:it|them) pass)\b|(?<!不要|不用|先不|别)(?:修复|修好|修正|解决)/iu

const WANTS_FAILING =
  /\b(?:writ|add|creat|giv|mak|show|reproduc|demonstrat)\w*\b[^.!?\n]{0,80}\b(?:failing|fails?|red)\b|(?:写|加|添加|编写|补)[^。！？\n]{0,40}(?:失败|不通过|红)/iu

/** What is looked at anew is closed by what is there, not by work alone: what the model names itself, the result that lacks, items that it can tick off. */
const STAYS = /^(?:missing|result|word|request|item):?/

function deedsOf({ deeds, view }: ClosingAnswer): string {
  const tasks = view.tasks.filter(({ key }) => deeds.includes(key)).slice(-3)
  return tasks.map(({ tool, title }) => (title === tool ? tool : `${tool} ${title}`)).join("; ")
}

function textOf({ word }: Answered): string {
  return (word?.text ?? "").trim().split("\n")[0] ?? ""
}

/** The line of this label; a plain text answers all. */
function lineFor({ label }: GateFinding, { word, settled, reason }: Answered): string {
  const lines = (settled ?? word?.settled ?? []).flatMap((line) => {
    const [, known, text = ""] = LINE.exec(line.trim()) ?? []
    return known?.toLowerCase() === label ? [text.trim()] : []
  })
  return lines.find((text) => text !== "") ?? reason?.trim() ?? (word?.isPlain ? word.text.trim() : "")
}

const LINE = /^\W?([a-z]{1,2})\W*[:：.)\]\-–—]\s*(.*)$/is

/** A task that is named, exists and has succeeded. */
function taskIn(line: string, { tasks }: RunView) {
  const [, id] = TASK.exec(line) ?? []
  return id === undefined ? undefined : tasks.findLast((task) => task.number === Number(id) && task.status === "done")
}

const TASK = /^(?:tasks?|任务|by task|see task|done in task|done by task)\s*#?(\d+)/i

function isAbout({ said, failures, text }: GateFinding, name: string): boolean {
  return said === name || failures.includes(name) || text.includes(name)
}

/** Words in quotes that stand in the request and speak of what may fail or go. */
export function quotesRequest(reason: string, request: string): boolean {
  const known = plain(request)
  return [...reason.matchAll(QUOTED)]
    .map((match) => plain(match.slice(1).find((part) => part !== undefined) ?? ""))
    .some((quote) => quote.length >= LEAST_QUOTE && MAY_FAIL.test(quote) && known.includes(quote))
}

const LEAST_QUOTE = 4
const QUOTED = /"([^"]+)"|“([^”]+)”|「([^」]+)」|『([^』]+)』|'([^']+)'|`([^`]+)`/g
const MAY_FAIL =
  /\b(?:fail(?:s|ing|ed)?|red|broken?|break|delete|remove|drop|without|disable|skip)\b|失败|不通过|红|删除|移除|去掉|跳过|禁用/iu

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ").trim()
}
