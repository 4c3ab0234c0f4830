import type { Config } from "../config.ts"
import { homeNotice } from "../tools/holds-home.ts"
import { notify as tellUser } from "./long-running.ts"

const told = new Set<string>()

/** That every change is asked about in a home folder; once for each folder, for a conversation starts many runs. */
export function sayHome({ asksAtHome }: Config, workspace: string, notify = tellUser): void {
  if (asksAtHome === undefined || told.has(workspace)) return
  told.add(workspace)
  notify(homeNotice(asksAtHome))
}
