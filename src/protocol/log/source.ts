import { KeelsonError } from "./keelson-error.ts"

/** Where a run's files come from: a repository, a name in it (`HEAD` unless given), and a folder of it (all unless given). */
export type Source = { readonly url: string; readonly ref: string; readonly subfolder: string }

/** A source can't be used; the message says why, and never how one gets in. */
export class SourceError extends KeelsonError {
  override name = "SourceError"
  constructor(message: string, kind: "refused" | "unavailable" = "refused") {
    super("bad_source", kind, message)
  }
}

/** Where others have the path of a folder, a run with a source has this and the source. */
const PREFIX = "git+"

/** Ways to a repository that start nobody's programs. */
const PLACES = [/^https?:\/\/[^/?#]+\/[^?#]+$/, /^ssh:\/\/[^/?#]+\/[^?#]+$/, /^file:\/\/\/[^?#]+$/, /^\/[^?#]+$/]
/** As `git@host:team/repository.git`. */
const SHORT_SSH = /^[\w.-]+@[\w.-]+:[^:?#]+$/
const NAME = /^\w[\w./@+-]*$/

/** Reads `URL#ref:subfolder`. Throws `SourceError`. */
export function parseSource(text: string): Source {
  const [url = "", ...rest] = text.split("#")
  const [ref = "", ...folders] = rest.join("#").split(":")
  refuseBadPlace(url)
  const name = ref === "" ? "HEAD" : ref
  if (!NAME.test(name) || name.includes(".."))
    throw new SourceError(`"${name}" is no branch, tag or commit; name one after the # of a source.`)
  return { url, ref: name, subfolder: cleanFolder(folders.join(":")) }
}

function refuseBadPlace(url: string): void {
  if (hasCredentials(url))
    throw new SourceError(
      "A source is named without user, password or token: it is recorded with the run. Give what is needed to get in to the git of the workers (credential helper, key, .netrc).",
    )
  const isPlace = [...PLACES, SHORT_SSH].some((pattern) => pattern.test(url))
  if (!isPlace || /[\s\p{Cc}]|::/u.test(url))
    throw new SourceError(
      `"${url}" is no repository that could be fetched; name it as in https://host/team/repository.git#main:folder, or by an absolute path.`,
    )
}

/** Of ssh the user's name is part of the address; a password never is. */
function hasCredentials(url: string): boolean {
  return /^https?:\/\/[^/]*@/.test(url) || /^\w+:\/\/[^/@]*:[^/@]*@/.test(url)
}

function cleanFolder(text: string): string {
  const parts = text.split("/").filter((part) => part !== "" && part !== ".")
  if (parts.some((part) => part === ".." || part.toLowerCase() === ".git") || /\p{Cc}/u.test(text))
    throw new SourceError(`"${text}" is no folder in a repository.`)
  return parts.join("/")
}

/** The same in one word. */
export function formatSource({ url, ref, subfolder }: Source): string {
  return `${url}#${ref}${subfolder === "" ? "" : `:${subfolder}`}`
}

/** What a run with this source has as its workspace. */
export function sourceWorkspace(source: Source): string {
  return `${PREFIX}${formatSource(source)}`
}

/** The same for a repository, or a place where some are, as it is named. */
export function sourcePlace(named: string): string {
  return `${PREFIX}${named}`
}

/** The source of a run by its workspace; `undefined` for one that works in a folder. */
export function sourceIn(workspace: string): Source | undefined {
  return workspace.startsWith(PREFIX) ? parseSource(workspace.slice(PREFIX.length)) : undefined
}

/** Whether what is allowed, a repository or a place where some are, covers this one. */
export function coversSource(allowed: string, { url }: Source): boolean {
  const [place = ""] = allowed.split("#")
  return url === place || url.startsWith(place.endsWith("/") ? place : `${place}/`)
}
