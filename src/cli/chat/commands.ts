import { amount, dollars } from "../../text/words/units.ts"
import { terminalColumns, wrapLines } from "../paint/text.ts"
import { tell } from "../terminal/output.ts"
import { type CONVERSATION_WORDS, sayHere } from "../words/chat-words.ts"
import { type ChatSession, remember } from "./session.ts"

/** What can be said to the conversation itself. */
type ChatCommand = {
  readonly says: `says.${string}` & keyof typeof CONVERSATION_WORDS
  readonly run: (session: ChatSession, argument: string) => Promise<void> | void
}

export const CHAT_COMMANDS: Readonly<Record<string, ChatCommand>> = {
  "/model": {
    says: "says.model",
    run: (session, name) => setFlag(session, "model", name),
  },
  "/approve": {
    says: "says.approve",
    run: (session, policy) => setFlag(session, "approve", policy),
  },
  "/plan": { says: "says.plan", run: plan },
  "/resume": { says: "says.resume", run: resume },
  "/undo": {
    says: "says.undo",
    run: async () => void (await (await import("../commands/undo-command.ts")).undoCommand(undefined, {})),
  },
  "/diff": {
    says: "says.diff",
    run: async () => void (await (await import("../commands/diff-command.ts")).diffCommand(undefined, {})),
  },
  "/runs": {
    says: "says.runs",
    run: async () => void (await (await import("../commands/runs-command.ts")).runsCommand({})),
  },
  "/cost": { says: "says.cost", run: cost },
  "/compact": {
    says: "says.compact",
    run: (session) => forget(session, session.conversation.slice(-1)),
  },
  "/clear": { says: "says.clear", run: (session) => forget(session, []) },
  "/help": { says: "says.help", run: () => tell(helpText(terminalColumns())) },
  "/exit": { says: "says.exit", run: () => {} },
}

const NAME_WIDTH = 10

/** All commands, and the keys, for a terminal of that width. */
export function helpText(columns: number): string {
  const row = (name: string, says: string) =>
    wrapLines(says, columns - NAME_WIDTH - 2).map(
      (line, index) => `  ${(index === 0 ? name : "").padEnd(NAME_WIDTH)}${line}`,
    )
  return [
    ...wrapLines(sayHere("help.each"), columns),
    ...Object.entries(CHAT_COMMANDS).flatMap(([name, { says }]) => row(name, sayHere(says))),
    ...row("@file", sayHere("help.file")),
    ...row("!command", sayHere("help.command")),
    ...(["help.lines", "help.steer", "help.leave"] as const).flatMap((words) => wrapLines(sayHere(words), columns)),
  ].join("\n")
}

/** Carries a command out. False if there is no such one. */
export async function carryOutCommand(session: ChatSession, words: string): Promise<boolean> {
  const [name = "", ...rest] = words.trim().split(/\s+/)
  const command = Object.hasOwn(CHAT_COMMANDS, name) ? CHAT_COMMANDS[name] : undefined
  await command?.run(session, rest.join(" "))
  return command !== undefined
}

/** Checked when the next run starts, like any flag. */
function setFlag(session: ChatSession, flag: "model" | "approve", value: string): void {
  const flags: Record<string, unknown> = { ...session.flags }
  if (value !== "") flags[flag] = value
  session.flags = flags
  const held = flags[flag]
  tell(held === undefined ? sayHere("unset", flag) : sayHere("set", flag, String(held)))
}

function plan(session: ChatSession, said: string): void {
  const isOn = said === "" ? !("review" in session.flags) : said === "on"
  const { review: _review, ...flags } = session.flags as Record<string, unknown>
  session.flags = isOn ? { ...flags, review: true } : flags
  tell(sayHere(isOn ? "plan.on" : "plan.off"))
}

async function resume(session: ChatSession, named: string): Promise<void> {
  const [{ openRuns }, { recordedRun }, { pickRun }, { resumeInForeground }] = await Promise.all([
    import("../runs/open-runs.ts"),
    import("../../host/recorded-run.ts"),
    import("../runs/pick-run.ts"),
    import("../commands/resume-command.ts"),
  ])
  const store = await openRuns()
  const wanted = { accepts: (state: string) => state !== "DONE", lacking: sayHere("resumable") }
  const id = await pickRun(store, named === "" ? undefined : named, wanted)
  const { view } = await recordedRun(store, id)
  await resumeInForeground(store, id, session.flags, {
    ending: { where: "conversation", seen: (result) => remember(session, view.request, result) },
  })
}

function cost({ results }: ChatSession): void {
  const calls = results.reduce((sum, { usage }) => sum + usage.calls, 0)
  const tokens = results.reduce((sum, { usage }) => sum + usage.prompt + usage.completion, 0)
  const spent = results.reduce<number | null>(
    (sum, { usage }) => (sum === null || usage.cost === null ? null : sum + usage.cost),
    0,
  )
  tell(sayHere("cost", results.length, calls, amount(tokens), dollars(spent)))
}

function forget(session: ChatSession, kept: ChatSession["conversation"]): void {
  session.conversation = [...kept]
  tell(sayHere(kept.length === 0 ? "forgotten" : "compacted"))
}
