import { amount, dollars, plural } from "../../text/units.ts"
import { openRuns, recordedRun } from "../compose.ts"
import { pickRun } from "../pick-run.ts"
import { resumeInForeground } from "../resume-command.ts"
import { type ChatSession, remember } from "./session.ts"

/** What can be said to the conversation itself. */
type ChatCommand = {
  readonly says: string
  readonly run: (session: ChatSession, argument: string) => Promise<void> | void
}

export const CHAT_COMMANDS: Readonly<Record<string, ChatCommand>> = {
  "/model": {
    says: "the model from now on: provider:name",
    run: (session, name) => setFlag(session, "model", name),
  },
  "/approve": {
    says: "ask, edits, full or read-only",
    run: (session, policy) => setFlag(session, "approve", policy),
  },
  "/plan": { says: "show plans before they run: on or off", run: plan },
  "/resume": { says: "go on with a run: its id, or the newest open one", run: resume },
  "/undo": {
    says: "take back what the last run changed",
    run: async () => void (await (await import("../undo-command.ts")).undoCommand(undefined, {})),
  },
  "/diff": {
    says: "show what the last run changed",
    run: async () => void (await (await import("../diff-command.ts")).diffCommand(undefined, {})),
  },
  "/runs": {
    says: "the runs of this folder",
    run: async () => void (await (await import("../runs-command.ts")).runsCommand({})),
  },
  "/cost": { says: "what this conversation has used", run: cost },
  "/compact": {
    says: "keep only the last exchange",
    run: (session) => forget(session, session.conversation.slice(-1)),
  },
  "/clear": { says: "forget what was said before", run: (session) => forget(session, []) },
  "/help": { says: "this list", run: () => tell(helpText()) },
  "/exit": { says: "leave; Ctrl-D too", run: () => {} },
}

const NAME_WIDTH = 10

/** All commands, and the keys. */
export function helpText(): string {
  const commands = Object.entries(CHAT_COMMANDS).map(([name, { says }]) => `  ${name.padEnd(NAME_WIDTH)}${says}`)
  return [
    "Each request is a run that knows what came of the earlier",
    "ones.",
    ...commands,
    "  @file     names a file; Tab completes",
    "  !command  runs one here, in your own shell",
    "Alt-Enter, Ctrl-J or \\ before Enter: a new line.",
    "While a run works, Enter tells it what you typed, and Esc",
    "stops it. Ctrl-C clears; again, or Ctrl-D, to leave.",
  ].join("\n")
}

/** Carries a command out. False if there is no such one. */
export async function carryOutCommand(session: ChatSession, words: string): Promise<boolean> {
  const [name = "", ...rest] = words.trim().split(/\s+/)
  const command = Object.hasOwn(CHAT_COMMANDS, name) ? CHAT_COMMANDS[name] : undefined
  await command?.run(session, rest.join(" "))
  return command !== undefined
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** Checked when the next run starts, like any flag. */
function setFlag(session: ChatSession, flag: "model" | "approve", value: string): void {
  const flags: Record<string, unknown> = { ...session.flags }
  if (value !== "") flags[flag] = value
  session.flags = flags
  tell(`${flag}: ${String(flags[flag] ?? "as configured")}`)
}

function plan(session: ChatSession, said: string): void {
  const isOn = said === "" ? !("review" in session.flags) : said === "on"
  const { review: _review, ...flags } = session.flags as Record<string, unknown>
  session.flags = isOn ? { ...flags, review: true } : flags
  tell(isOn ? "Plans are shown before they run." : "Plans run as they are.")
}

async function resume(session: ChatSession, named: string): Promise<void> {
  const store = await openRuns()
  const wanted = { accepts: (state: string) => state !== "DONE", lacking: "can be gone on with" }
  const id = await pickRun(store, named === "" ? undefined : named, wanted)
  const { view } = await recordedRun(store, id)
  await resumeInForeground(store, id, session.flags, {
    ending: { seen: (result) => remember(session, view.request, result) },
  })
}

function cost({ results }: ChatSession): void {
  const calls = results.reduce((sum, { usage }) => sum + usage.calls, 0)
  const tokens = results.reduce((sum, { usage }) => sum + usage.prompt + usage.completion, 0)
  const spent = results.reduce<number | null>(
    (sum, { usage }) => (sum === null || usage.cost === null ? null : sum + usage.cost),
    0,
  )
  tell(`${plural(results.length, "run")} · ${plural(calls, "call")} · ${amount(tokens)} tokens · ${dollars(spent)}`)
}

function forget(session: ChatSession, kept: ChatSession["conversation"]): void {
  session.conversation = [...kept]
  tell(kept.length === 0 ? "What was said before is forgotten." : "Only the last exchange is kept.")
}
