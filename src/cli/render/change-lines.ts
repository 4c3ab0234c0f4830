import { languageHere } from "../../host/user-language.ts"
import type { FileChange } from "../../protocol/log/event.ts"
import { type Dictionary, speaker } from "../../text/words/dictionary.ts"
import { isRunLater, runLaterFirst, runLaterMark } from "../../text/words/run-later.ts"
import type { Paint } from "../paint/paint.ts"
import { cutTo, pad, printable, widthOf } from "../paint/text.ts"

/** What is said of what a run changed. */
export const CHANGE_WORDS = {
  shell: ["See it: keelson diff · take it back: keelson undo", "查看：keelson diff · 撤销：keelson undo"],
  conversation: ["See it: /diff · take it back: /undo", "查看：/diff · 撤销：/undo"],
  binary: ["binary", "二进制"],
  more: ["… {} more files", "……还有 {} 个文件"],
  new: ["new", "新建"],
  deleted: ["deleted", "删除"],
} as const satisfies Dictionary

const say = speaker(CHANGE_WORDS)

/** More would push the answer out of sight. */
const MOST_FILES = 12
/** Files that run later are shown all the same, as far as anybody reads. */
const MOST_LATER = 100
const MINUS = "−"

type Changed = {
  readonly path: string
  readonly added: number
  readonly removed: number
  readonly isBinary: boolean
  readonly state: "new" | "deleted" | undefined
}

/** `isWhole`: every file is counted that the run is known to have changed. */
export type ChangeLines = { readonly files: readonly string[]; readonly hint: string; readonly isWhole: boolean }

export const NO_CHANGES: ChangeLines = { files: [], hint: "", isWhole: false }

/** The files that were changed with their lines, and how to see and to take them back; `counts` as git's `--numstat` has them. */
export function changeLines(
  counts: string,
  place: {
    readonly columns: number
    readonly paint: Paint
    readonly where: "shell" | "conversation"
    readonly files?: readonly FileChange[]
  },
): ChangeLines {
  const { columns, paint, where } = place
  const files = runLaterFirst(filesIn(counts, place.files))
  if (files.length === 0) return NO_CHANGES
  const later = files.filter(({ path }) => isRunLater(path)).length
  const shown = files.slice(0, Math.max(MOST_FILES, Math.min(later, MOST_LATER)))
  const marks = Math.max(...shown.map((file) => widthOf(markOf(file, (_format, text) => text))))
  const most = Math.max(8, columns - 18 - marks)
  const width = Math.min(most, Math.max(...shown.map(({ path }) => widthOf(path))))
  const left = files.length - shown.length
  const language = languageHere()
  const listed = new Set(files.map(({ path }) => path))
  return {
    files: [
      ...shown.map((file) => `  ${pad(cutTo(file.path, most), width)}  ${countsOf(file, paint)}${markOf(file, paint)}`),
      ...(left > 0 ? [`  ${say(language, "more", left)}`] : []),
    ],
    hint: paint("dim", say(language, where)),
    isWhole: (place.files ?? []).every(({ path }) => listed.has(path)),
  }
}

function countsOf({ added, removed, isBinary }: Changed, paint: Paint): string {
  if (isBinary) return paint("dim", say(languageHere(), "binary"))
  return `${paint("green", `+${added}`)} ${paint("red", `${MINUS}${removed}`)}`
}

/** Whoever looks at nothing else looks at these. */
function markOf({ path, state }: Changed, paint: Paint): string {
  const language = languageHere()
  const mark = runLaterMark(language, path)
  const changed = state === undefined ? "" : `  ${paint("dim", say(language, state))}`
  return mark === undefined ? changed : `${changed}  ${paint("yellow", mark)}`
}

function stateOf(change: FileChange | undefined): Changed["state"] {
  if (change?.before === null) return "new"
  return change?.after === null ? "deleted" : undefined
}

/** Rounds with something of the user's between them have counts of their own. */
function filesIn(counts: string, changes: readonly FileChange[] = []): readonly Changed[] {
  const files = new Map<string, Changed>()
  for (const line of counts.split("\n")) {
    const [, added = "", removed = "", name = ""] = /^(\d+|-)\t(\d+|-)\t"?(.+?)"?$/.exec(line) ?? []
    if (name === "") continue
    const path = printable(name)
    const before = files.get(path) ?? { added: 0, removed: 0, isBinary: false }
    files.set(path, {
      path,
      added: before.added + (Number(added) || 0),
      removed: before.removed + (Number(removed) || 0),
      isBinary: before.isBinary || added === "-",
      state: stateOf(changes.find((change) => change.path === path)),
    })
  }
  return [...files.values()]
}
