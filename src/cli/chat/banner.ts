import type { Config } from "../../config.ts"
import { homePath } from "../../host/workspace/home-path.ts"
import type { WorkPlace } from "../../host/workspace/workspace-root.ts"
import { wrapLines } from "../paint/text.ts"
import { sayHere } from "../words/chat-words.ts"

/** What the next request meets: who thinks, where, and what runs without a question. */
export function banner({ model, strategy, ...config }: Config, { root, stand }: WorkPlace, columns: number): string {
  const folder = homePath(root)
  return [
    `${model ?? sayHere("banner.none")} · ${strategy} · ${policy(config)}`,
    stand === "." ? folder : sayHere("banner.stand", folder, stand),
    sayHere("banner.type"),
  ]
    .flatMap((line) => wrapLines(line, columns - 1))
    .join("\n")
}

/** Whether commands are confined here is found out when the first of them runs. */
function policy({ approve, approveConfined }: Pick<Config, "approve" | "approveConfined">): string {
  return approve === approveConfined
    ? sayHere("banner.approve", approve)
    : sayHere("banner.confined", approveConfined, approve)
}
