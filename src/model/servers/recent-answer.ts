import { type AskedServer, type AskedWord, askAboutServer, type KnownServer } from "./ask-about.ts"

/** A server that is started anew, perhaps with another model, is known as such soon enough. */
const KEPT_MS = 60_000

const recent = new Map<string, { readonly at: number; readonly word: Promise<AskedWord> }>()

/**
 * What a server says of itself, asked once for all who make a model of it within a minute: a program may make one for each of its
 * runs. What was not told then is asked for again.
 */
export async function recentWord(server: AskedServer, known?: KnownServer): Promise<AskedWord> {
  const key = JSON.stringify(server)
  const asked = recent.get(key)
  if (asked && performance.now() - asked.at < KEPT_MS) {
    const word = await asked.word
    const isUntold = word.kind !== undefined && word.contextWindow === undefined
    if (word.isThere && !isUntold) return word
  }
  const word = askAboutServer(server, known)
  recent.set(key, { at: performance.now(), word })
  return word
}
