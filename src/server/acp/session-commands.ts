import type { AvailableCommand } from "@agentclientprotocol/sdk"
import type { Language } from "../../protocol/log/environment.ts"
import { readRun } from "../../run/lifecycle/orchestrator.ts"
import { fence } from "../../text/fence.ts"
import { quotedName } from "../../text/quoted-name.ts"
import type { SessionParts } from "./session.ts"
import { say } from "./words.ts"

const COMMANDS = ["/undo", "/diff"] as const
export type SessionCommand = (typeof COMMANDS)[number]

/** Whether a prompt is one of our own commands; anything else that begins with a bar is a request. */
export function isCommand(text: string): text is SessionCommand {
  return (COMMANDS as readonly string[]).includes(text)
}

/** For the editor's list of them. */
export function availableCommands(language: Language): AvailableCommand[] {
  return [
    { name: "undo", description: say(language, "undo_command") },
    { name: "diff", description: say(language, "diff_command") },
  ]
}

/** Carries it out on the newest run, and says what came of it. */
export async function tellCommand(
  command: SessionCommand,
  runId: string | undefined,
  { host, desk }: Pick<SessionParts, "host" | "desk">,
): Promise<string> {
  if (runId === undefined) return say("en", "no_run")
  const { language } = (await readRun(host.store, runId)).result
  if (command === "/diff") {
    const diff = await desk.diff(runId, {})
    return diff === "" ? say(language, "nothing_changed") : fence(diff)
  }
  const { files } = await desk.undo(runId, {})
  if (files.length === 0) return say(language, "nothing_undone")
  return say(language, "undone", files.map(({ path }) => quotedName(path)).join(", "))
}
