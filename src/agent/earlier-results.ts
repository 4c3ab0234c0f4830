import { estimateTokens } from "../model/seam/tokens.ts"
import { cutResult, NOTE_TOKENS, renderCut } from "../run/context/cut-result.ts"
import type { EarlierExchange } from "../run/lifecycle/lookup/conversation.ts"
import type { EarlierCall } from "../run/lifecycle/lookup/earlier-calls.ts"
import type { RunSetup } from "../run/lifecycle/run-setup.ts"
import { clip } from "../text/clip.ts"
import { fence } from "../text/fence.ts"
import { readContent } from "../tools/code/file-content.ts"
import { decodeText } from "../tools/code/text/encoding.ts"
import { normalisePath } from "../tools/code/text/text.ts"

/** A longer file takes the room of all others; the model reads the part of it that it needs. */
const LONGEST_FILE = 64_000
/** So much of the window, and at most so many tokens. */
const SHARE = 20
const MOST_TOKENS = 8000
/** Of the room, for what one call brought. */
const SHARE_OF_ONE = 4
const LEAST_OF_ONE = 80
const MOST_NAMED = 30

type Setup = Pick<RunSetup, "workspace" | "model" | "secrets">

/** What a follow-up is told of the newest run's calls; empty where there is nothing. */
export async function newestResults(setup: Setup, last: EarlierExchange | undefined): Promise<string> {
  const room = Math.min(MOST_TOKENS, Math.floor(setup.model.contextWindow / SHARE))
  const { calls, results = "" } = last ?? {}
  // Of those that come with no log, what was told of them.
  if (!calls) return cutTo(setup.secrets.redact(results), room)
  return fitted(await piecesOf(setup, calls), room)
}

/** `text`: with a head of its own; `cut`: both ends of it will do. */
type Piece = { readonly name: string; readonly text: string; readonly cut: boolean }

/** The most useful first, of the same use the newest: what was found out, files that were changed, files that were read, what is out of date. */
async function piecesOf(setup: Setup, calls: readonly EarlierCall[]): Promise<Piece[]> {
  const { secrets } = setup
  const told = calls.filter(({ text }) => text !== undefined && text !== "")
  const piece = ({ about, status, text = "", isBefore }: EarlierCall): Piece => {
    const when = isBefore ? ", before files were changed" : ""
    return { name: secrets.redact(`${clip(about, 200)} (${status}${when})`), text: secrets.redact(text), cut: true }
  }
  const files = [...calls.filter(({ isChange }) => isChange), ...calls].flatMap((call) => call.files)
  const now = await Promise.all([...new Set(files.map(normalisePath))].map(readNow))
  return [
    ...told.filter(({ isBefore }) => !isBefore).map(piece),
    ...now.flatMap((file) => file ?? []),
    ...told.filter(({ isBefore }) => isBefore).map(piece),
  ]

  /** What is gone, no text, or not to be shown is left out. */
  async function readNow(path: string): Promise<Piece | undefined> {
    const content = await readContent(setup.workspace, path, "read").catch(() => undefined)
    if (!content?.bytes) return undefined
    const text = content.bytes.length > LONGEST_FILE ? "" : decodeText(content.bytes)?.text
    return text === undefined ? undefined : { name: path, text: secrets.redact(text.replace(/\n$/, "")), cut: false }
  }
}

/** What fits whole; where not all does, of each call both ends. What is left is named. */
function fitted(pieces: readonly Piece[], room: number): string {
  const isTight = pieces.reduce((sum, piece) => sum + estimateTokens(blockOf(piece)), 0) > room
  const told: string[] = []
  const named: string[] = []
  let left = room
  for (const piece of pieces) {
    const most = Math.min(left - NOTE_TOKENS, Math.floor(room / SHARE_OF_ONE))
    const isCut = isTight && piece.cut && most >= LEAST_OF_ONE
    const block = blockOf(isCut ? { ...piece, text: cutTo(piece.text, most) } : piece)
    const cost = estimateTokens(block) + 1
    if (piece.text === "" || cost > left) {
      named.push(piece.name)
      continue
    }
    told.push(block)
    left -= cost
  }
  const more = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : ""
  const rest = named.length === 0 ? [] : [`Not shown here: ${named.slice(0, MOST_NAMED).join("; ")}${more}`]
  return [...told, ...rest].join("\n")
}

function blockOf({ name, text }: Pick<Piece, "name" | "text">): string {
  return `${name}:\n${fence(text)}`
}

function cutTo(text: string, tokens: number): string {
  return estimateTokens(text) <= tokens ? text : renderCut(text, cutResult(text, tokens, "ends"))
}
