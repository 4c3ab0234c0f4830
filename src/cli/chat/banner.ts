import { homedir } from "node:os"
import { sep } from "node:path"
import type { Config } from "../../config.ts"
import { cutTo } from "../render/text.ts"

const WIDTH = 58

/** What the next request meets: who thinks, where, and what runs without a question. */
export function banner({ model, approve, strategy }: Config, folder: string): string {
  return [
    cutTo(`${model ?? "no model yet"} · ${strategy} · approve ${approve}`, WIDTH),
    cutTo(shortened(folder), WIDTH),
    "Type what shall be done; /help has the rest.",
  ].join("\n")
}

function shortened(folder: string): string {
  const home = homedir()
  return folder === home || folder.startsWith(home + sep) ? `~${folder.slice(home.length)}` : folder
}
