import type {
  AgentContext,
  McpServer,
  NewSessionResponse,
  RequestPermissionRequest,
  SessionUpdate,
} from "@agentclientprotocol/sdk"
import type { Language } from "../../protocol/log/environment.ts"
import type { Responder } from "../../run/core/run-parts.ts"
import { redactedJson } from "../http/frames.ts"
import { RunDesk } from "../runs/run-desk.ts"
import type { RunHost } from "../runs/run-host.ts"
import { askedCall, decisionOf, permissionOptions } from "./permission.ts"
import { Session } from "./session.ts"
import { optionsOf } from "./session-choices.ts"
import { availableCommands } from "./session-commands.ts"
import type { KeptSession, SessionShelf } from "./session-shelf.ts"

/** What all sessions have in common. */
export type SessionSetup = {
  readonly language: Language
  readonly shelf: SessionShelf
  /** The way to runs of one session: in its folder, with the servers that the editor names, and somebody to ask. */
  readonly hostFor: (cwd: string, servers: readonly McpServer[], responder: Responder) => Promise<RunHost>
  /** Hears of faults that should not happen: for logging. */
  readonly onFault: (error: unknown) => void
}

/** A session that its editor has open. */
export type OpenSession = {
  readonly session: Session
  /** What can be chosen in it, and what holds. */
  welcome(): Promise<NewSessionResponse>
  /** Gives its run back. */
  close(): Promise<void>
}

export async function openSession(
  setup: SessionSetup,
  kept: KeptSession,
  servers: readonly McpServer[],
  client: AgentContext,
): Promise<OpenSession> {
  const { language, shelf, onFault } = setup
  const host: RunHost = await setup.hostFor(kept.cwd, servers, async (question, signal, runId) => {
    // Words are the next prompt's: the run waits for them.
    if (question.kind === "clarification") return undefined
    const asked: RequestPermissionRequest = {
      sessionId: kept.id,
      toolCall: askedCall(question, { runId, workspace, language }),
      options: permissionOptions(question, language),
    }
    const { outcome } = await client.request("session/request_permission", asked, { cancellationSignal: signal })
    return decisionOf(outcome)
  })
  const [workspace = kept.cwd] = host.workspaces
  const update = (news: SessionUpdate): void => {
    const told: SessionUpdate = JSON.parse(redactedJson(news, (text) => host.redact(text)))
    client.notify("session/update", { sessionId: kept.id, update: told }).catch(onFault)
  }
  const desk = new RunDesk(host, { onHeld: (run) => session.listen(run), onLeft: () => {}, onFault })
  const session: Session = new Session({ host, desk, shelf, update, workspace }, kept)
  return {
    session,
    welcome: async () => {
      const choices = optionsOf(await host.settings(), session.kept, language)
      // After the answer that this is for: an editor knows no session before.
      setImmediate(() =>
        update({ sessionUpdate: "available_commands_update", availableCommands: availableCommands(language) }),
      )
      return { sessionId: kept.id, ...choices }
    },
    close: () => desk.close(),
  }
}
