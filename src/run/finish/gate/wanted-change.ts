import { digestOf } from "../../../journal/stable-json.ts"
import type { Changes } from "../../../protocol/log/control.ts"
import type { FileChange } from "../../../protocol/log/event.ts"
import type { RunParts } from "../../core/run-parts.ts"
import { DOES, isConditional, isQuestion, wantsWords } from "../../verification/wants-words.ts"
import { deedsIn, isAlreadyThere, isDeed } from "./deeds.ts"

/** Whether the run has to change something: what the model said of it, else by the form of the request. */
export function isChangeWanted(parts: RunParts, said: Changes | undefined): boolean {
  const { request, tools } = parts
  const { view } = parts.tally
  const canChange = [...tools.values()].some(({ access }) => isDeed(access))
  if (!canChange) return false
  if (isBlind(parts)) return true
  const words = [said, view.wanted]
  const known = words.find((word) => word && word !== "unsure")
  if (known !== undefined) return known === "files"
  // A change that is wanted only if something lacks, and of which the model can't say beforehand whether it does.
  if (words.includes("unsure") && isConditional(request)) return false
  return !isQuestion(request) && !wantsWords(request)
}

/** The request names a file and what shall become of it, and nothing has been looked at: nobody can know that it may stay as it is. */
export function isBlind({ request, tally: { view } }: RunParts): boolean {
  const hasLooked = view.tasks.some(({ status }) => LOOKS.has(status))
  return !hasLooked && !isQuestion(request) && DOES.test(request) && FILE.test(request)
}

/** A look that found nothing is one, too. */
const LOOKS: ReadonlySet<string> = new Set(["done", "failed", "unknown"])

/** By an ending that is a file's and nobody's else: `Array.prototype.map` is none. */
const FILE =
  /[\w-]\.(?:txt|md|json|jsonl|[cm]?[jt]sx?|py|go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|rb|php|sh|ya?ml|toml|ini|cfg|conf|env|csv|tsv|html?|s?css|xml|sql)(?!\w|\.\w)/iu

/**
 * A file that the run changed or found as it was to be, or a call that succeeded and did more than look. What a confined command does shows in
 * files.
 */
export function hasChanged(parts: RunParts): boolean {
  return netChanges(parts.tally.view.changes).length > 0 || deedsIn(parts).length > 0 || isAlreadyThere(parts)
}

/** How the work stands: equal as long as nothing was changed, or all of it was taken back. */
export function stateOf(parts: RunParts): string {
  const files = netChanges(parts.tally.view.changes).map(({ path, after }) => [path, after])
  return digestOf({ files: files.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)), deeds: deedsIn(parts) })
}

function netChanges(changes: readonly FileChange[]): readonly FileChange[] {
  return changes.filter(({ before, after }) => before !== after)
}
