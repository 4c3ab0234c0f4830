import type { Config } from "../../config.ts"
import { homeNotice } from "../../tools/workspace/holds-home.ts"
import type { Notify } from "../model/configured-model.ts"

const told = new Set<string>()

/** That every change is asked about in a home folder; once for each folder, for a conversation starts many runs. */
export function announceHome({ asksAtHome }: Config, workspace: string, notify: Notify): void {
  if (asksAtHome === undefined || told.has(workspace)) return
  told.add(workspace)
  notify(homeNotice(asksAtHome))
}
