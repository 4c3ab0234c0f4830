import { join } from "node:path"
import { configuredStateFolder, readPrivateText, writePrivateText } from "../../config.ts"
import { IN_MEMORY } from "../../journal/state-folder.ts"
import { newToken, SHORTEST_TOKEN } from "../../server/access/token.ts"
import type { ServeFlags } from "../flags/serve-flags.ts"
import { UsageError } from "../terminal/failure.ts"
import { readNamedFile } from "../terminal/files.ts"

/** The token that clients need, and the file that holds it; `null` where everybody is let in. */
export type ServerToken = { readonly token: string | null; readonly file: string | undefined }

/**
 * From a file or the environment, else one of our own that is kept for the next start, so that open pages go on. Never from the
 * command line: everybody on the machine can read that.
 */
export async function serverToken({ token, tokenFile }: ServeFlags): Promise<ServerToken> {
  if (typeof token === "string")
    throw new UsageError(
      "--token would show the token to everybody on this machine (ps); put it into KEELSON_TOKEN or into a file for --token-file.",
    )
  if (token === false) return { token: null, file: undefined }
  if (tokenFile !== undefined) {
    const given = (await readNamedFile("--token-file", tokenFile)).trim()
    return { token: given, file: tokenFile }
  }
  const given = process.env.KEELSON_TOKEN
  return given ? { token: given, file: undefined } : keptToken(configuredStateFolder())
}

function keptToken(stateFolder: string): ServerToken {
  if (stateFolder === IN_MEMORY) return { token: newToken(), file: undefined }
  const file = join(stateFolder, "server-token")
  const kept = readPrivateText(file)?.trim() ?? ""
  if (kept.length >= SHORTEST_TOKEN) return { token: kept, file }
  const token = newToken()
  writePrivateText(file, `${token}\n`)
  return { token, file }
}
