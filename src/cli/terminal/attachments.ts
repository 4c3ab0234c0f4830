import { readFileSync, statSync } from "node:fs"
import { homedir } from "node:os"
import { resolve } from "node:path"
import type { Attachment } from "../../agent.ts"
import { UsageError } from "./failure.ts"

/** A picture that the request names: `@shot.png`, `@"my shot.png"`, or a path that was dragged into the terminal and stands alone. */
const NAMED = /(?:^|\s)@(?:"([^"\n]+\.(?:png|jpe?g|gif|webp))"|(\S+\.(?:png|jpe?g|gif|webp)))(?=$|[\s,;:.!?)])/gi
const DRAGGED = /^'?((?:\/|~\/)[^\n']+\.(?:png|jpe?g|gif|webp))'?$/i

/** Bytes; the run itself takes less. */
const MOST_READ = 20_000_000

/** The pictures of `--attach`, and those that the request names and that are there. */
export function attachmentsOf(
  request: string,
  flagged: readonly string[] = [],
  folder: string = process.cwd(),
): Attachment[] {
  const flags = flagged.map((path) => read(path, resolve(folder, path)))
  const mentioned = [...request.matchAll(NAMED)].map(([, quoted, bare = ""]) => quoted ?? bare)
  const dragged = request.split("\n").flatMap((line) => DRAGGED.exec(line.trim())?.[1]?.replace(/\\ /g, " ") ?? [])
  const paths = new Set([...mentioned, ...dragged].map((path) => resolve(folder, path.replace(/^~(?=\/)/, homedir()))))
  const named = [...paths].filter(isFile).map((path) => read(path, path))
  return [...flags, ...named]
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** What is far too large is not read at all; the rest is judged by its first bytes where the run begins. */
function read(name: string, path: string): Attachment {
  try {
    if (!isFile(path)) throw new UsageError(`--attach: "${name}" is no file.`)
    if (statSync(path).size > MOST_READ) throw new UsageError(`"${name}" is too large to be attached.`)
    return { name, data: new Uint8Array(readFileSync(path)) }
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`--attach: "${name}" can't be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}
