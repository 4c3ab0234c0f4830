import type { ChangeRisk } from "../../protocol/log/event.ts"
import { hidesSomething } from "../../text/spelled-out.ts"
import { isSecretFile } from "../../tools/secrets/secret-files.ts"
import { holdsSecret } from "../../tools/secrets/secret-shapes.ts"
import { fetchesCode } from "./command-risks.ts"
import { isLockFile, isPackageFile } from "./file-risks.ts"

/** Longer lines were written by a program; their beginning is looked at. */
const LONGEST = 4000

/** A name that says so, set to a text that stands there itself. */
const WRITTEN_SECRET =
  /(passw(or)?d|passphrase|secret|token|api[_-]?key|credential)\w{0,20}["']?\s{0,3}[=:]\s{0,3}["'`][^\s"'`$<{]{6,}["'`]/i
const PRIVATE_KEY = /-{5}BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/

const ADDRESS = /\b(?:https?|wss?|ftp|ssh|git|tcp):\/\/(?:[^\s/@"']{0,100}@)?([\w.-]+)|\bgit@([\w.-]+):/gi
/** Here, or nowhere: what examples and schemas name. */
const NO_ADDRESS =
  /^(localhost|127\.[\d.]+|0\.0\.0\.0|(.+\.)?(localhost|example|test|invalid)|(.+\.)?example\.(com|org|net)|(www\.)?w3\.org|(.+\.)?schemastore\.org|(.+\.)?json-schema\.org)$/i
/** Where lists of packages point to anyway. */
const REGISTRY =
  /^(registry\.npmjs\.org|registry\.yarnpkg\.com|files\.pythonhosted\.org|pypi\.org|(static\.|index\.)?crates\.io|rubygems\.org|proxy\.golang\.org|repo\.packagist\.org|repo1?\.maven\.org|(api\.|codeload\.)?github\.com|opencollective\.com|tidelift\.com)$/i
const PROSE = /\.(md|mdx|markdown|rst|txt|adoc|html?|svg)$/i

/** `isSecret`: whether a text holds a value that the run keeps to itself. */
export type Known = { readonly path: string; isSecret(text: string): boolean }

/** What in a line that is added deserves a second look. */
export function addedRisks(line: string, { path, isSecret }: Known): ChangeRisk[] {
  const text = line.slice(0, LONGEST)
  const found: readonly (readonly [ChangeRisk, boolean])[] = [
    ["runs_later", isPackageFile(path) && packageEntry(text) === "script"],
    ["dependencies", isPackageFile(path) && packageEntry(text) === "dependency"],
    ["secret", looksSecret(text, path) || isSecret(text)],
    ["fetched_code", fetchesCode(text)],
    ["address", namesAddress(text, path)],
    ["hidden", hidesSomething(text.replace(/^\uFEFF|\r$/g, ""))],
  ]
  return found.filter(([, isSo]) => isSo).map(([risk]) => risk)
}

/** Of a line that is taken away: what was run, or used, is not any more. */
export function droppedRisks(line: string, path: string): ChangeRisk[] {
  const entry = isPackageFile(path) ? packageEntry(line) : undefined
  if (entry === undefined) return []
  return [entry === "script" ? "runs_later" : "dependencies"]
}

/** Lock files have a hash on every other line, which looks like one. */
function looksSecret(text: string, path: string): boolean {
  if (isLockFile(path)) return false
  return isSecretFile(path) || holdsSecret(text) || PRIVATE_KEY.test(text) || WRITTEN_SECRET.test(text)
}

/** Prose is full of links, and lists of packages are too, to places that everybody knows. */
function namesAddress(text: string, path: string): boolean {
  if (PROSE.test(path)) return false
  const hosts = [...text.matchAll(ADDRESS)].map(([, host, other]) => host ?? other ?? "")
  const isUsual = (host: string) => NO_ADDRESS.test(host) || (isLockFile(path) && REGISTRY.test(host))
  return hosts.some((host) => !isUsual(host))
}

const ENTRY = /^\s*"([^"]+)"\s*:\s*"([^"]*)/
const VERSION = /^([\^~<>=v ]*\d|\*|latest$|next$|x$|(workspace|npm|file|link|git|git\+\w+|https?|github|gitlab):)/
const ABOUT =
  /^(name|version|description|license|type|main|module|types|typings|browser|homepage|author|repository|url|email|directory|private|packageManager|node|npm|access|import|require|default|\.\S*|\$schema)$/

/** `"test": "node --test"` and `"left-pad": "^1.3.0"` stand in one file, and a diff does not say in which part of it. */
function packageEntry(line: string): "script" | "dependency" | undefined {
  const [, name, value] = ENTRY.exec(line) ?? []
  if (name === undefined || value === undefined || ABOUT.test(name)) return undefined
  return VERSION.test(value) ? "dependency" : "script"
}
