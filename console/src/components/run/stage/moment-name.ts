import { LIMITS, type LimitName } from "@keelson/options/declared/limits.ts"
import type { Words } from "@keelson/options/option.ts"
import { nameIn, type Say } from "../../../words/use-words.ts"

/** The name of a moment in the reader's language, where it is made of words of the protocol: a limit, a detector, a decision. */
export function momentName(kind: string, name: string, say: Say, inWords: (words: Words) => string): string {
  if (kind === "limit") return limitName(name, inWords)
  // The reason says it, or is the user's own.
  if (kind === "cancel" && name === "user") return ""
  return name
    .split(" → ")
    .map((part) => nameIn(say, part))
    .join(" → ")
}

function limitName(name: string, inWords: (words: Words) => string): string {
  const words = name in LIMITS ? LIMITS[name as LimitName] : undefined
  return words && "words" in words && words.words ? inWords(words.words as Words) : name
}
