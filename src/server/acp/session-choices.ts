import type { SessionConfigOption, SessionModeState, SetSessionConfigOptionRequest } from "@agentclientprotocol/sdk"
import { ApprovalPolicy, type Language } from "../../protocol/log/environment.ts"
import type { HostSettings } from "../runs/run-host.ts"
import type { KeptSession } from "./session-shelf.ts"
import { say } from "./words.ts"

const STRATEGY = "strategy"

/** What can be chosen in a session, and what holds: how much a run may do without asking, and how it goes about its work. */
export function optionsOf(
  { approve, strategy, strategies }: HostSettings,
  kept: KeptSession,
  language: Language,
): { readonly modes: SessionModeState; readonly configOptions: SessionConfigOption[] } {
  return {
    modes: {
      currentModeId: kept.approve ?? approve,
      availableModes: ApprovalPolicy.options.map((id) => ({
        ...{ id, name: id },
        description: say(language, `mode_${id}`),
      })),
    },
    configOptions: [
      {
        id: STRATEGY,
        name: say(language, "strategy"),
        type: "select",
        currentValue: kept.strategy ?? strategy ?? "",
        options: strategies.map(({ name, summary }) => ({ value: name, name, description: summary })),
      },
    ],
  }
}

/** What a client chose; nothing where it names an option that there is none of. */
export function chosenBy(wish: SetSessionConfigOptionRequest): { readonly strategy?: string } {
  return wish.configId === STRATEGY && typeof wish.value === "string" ? { strategy: wish.value } : {}
}
