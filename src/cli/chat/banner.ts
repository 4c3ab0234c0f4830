import { homedir } from "node:os"
import { sep } from "node:path"
import type { Config } from "../../config.ts"
import { cutTo, wrapLines } from "../render/text.ts"
import type { Standing } from "../stand.ts"
import { sayHere } from "./words.ts"

/** What the next request meets: who thinks, where, and what runs without a question. */
export function banner({ model, approve, strategy }: Config, { root, stand }: Standing, columns: number): string {
  const folder = shortened(root)
  return [
    `${model ?? sayHere("banner.none")} · ${strategy} · ${sayHere("banner.approve", approve)}`,
    ...(stand === "." ? [folder] : wrapLines(sayHere("banner.stand", folder, stand), columns - 1)),
    sayHere("banner.type"),
  ]
    .map((line) => cutTo(line, columns - 1))
    .join("\n")
}

function shortened(folder: string): string {
  const home = homedir()
  return folder === home || folder.startsWith(home + sep) ? `~${folder.slice(home.length)}` : folder
}
