import type { Key } from "node:readline"
import type { EditedText } from "./edited-text.ts"
import * as edited from "./edited-text.ts"

/** What a key asks for beside changing the text. */
export type Wish = "send" | "clear" | "leave" | "back" | "forward" | "complete" | "escape" | "send now" | "output"

export type KeyDeed = { readonly text: EditedText } | { readonly wish: Wish } | undefined

type Edit = (text: EditedText) => EditedText

const cut =
  (move: Edit): Edit =>
  (text) =>
    edited.cutTo(text, move)
const newLine: Edit = (text) => edited.insert(text, "\n")

/** By `ctrl-`, `meta-` and the key's name, as Node calls it. */
const EDITS: Readonly<Record<string, Edit>> = {
  left: edited.left,
  "ctrl-b": edited.left,
  right: edited.right,
  "ctrl-f": edited.right,
  "meta-b": edited.wordLeft,
  "meta-left": edited.wordLeft,
  "ctrl-left": edited.wordLeft,
  "meta-f": edited.wordRight,
  "meta-right": edited.wordRight,
  "ctrl-right": edited.wordRight,
  home: edited.lineStart,
  "ctrl-a": edited.lineStart,
  end: edited.lineEnd,
  "ctrl-e": edited.lineEnd,
  backspace: cut(edited.left),
  "ctrl-h": cut(edited.left),
  delete: cut(edited.right),
  "ctrl-d": cut(edited.right),
  "ctrl-w": cut(edited.wordLeft),
  "meta-backspace": cut(edited.wordLeft),
  "meta-d": cut(edited.wordRight),
  "ctrl-k": cut(edited.lineEnd),
  "ctrl-u": cut(edited.lineStart),
  // Ctrl-J, and Alt- or Shift-Enter where the terminal tells them from Enter.
  enter: newLine,
  "meta-return": newLine,
  "meta-enter": newLine,
  "shift-return": newLine,
}

/** How terminals that know it send Shift-Enter. */
const SHIFT_ENTER: ReadonlySet<string> = new Set(["\x1b[13;2u", "\x1b[27;2;13~"])

/** What a key does to the text, or what else it asks for. */
export function keyDeed(text: EditedText, typed: string | undefined, key: Key): KeyDeed {
  const name = nameOf(key)
  if (name === "ctrl-c") return { wish: "clear" }
  if (name === "ctrl-d" && text.text === "") return { wish: "leave" }
  if (name === "return") return entered(text)
  if (name === "ctrl-s") return { wish: "send now" }
  if (name === "ctrl-o") return { wish: "output" }
  if (name === "tab") return { wish: "complete" }
  if (name === "escape" || name === "meta-escape") return { wish: "escape" }
  if (name === "up" || name === "ctrl-p") return moved(edited.lineUp(text), "back")
  if (name === "down" || name === "ctrl-n") return moved(edited.lineDown(text), "forward")
  const edit = EDITS[name]
  if (edit) return { text: edit(text) }
  return isWritten(typed, key) ? { text: edited.insert(text, typed) } : undefined
}

/** A backslash before Enter is a new line, as in a shell. */
function entered(text: EditedText): KeyDeed {
  const isGoingOn = text.text.slice(0, text.at).endsWith("\\")
  return isGoingOn ? { text: newLine(edited.cutTo(text, edited.left)) } : { wish: "send" }
}

function moved(text: EditedText | undefined, wish: Wish): KeyDeed {
  return text ? { text } : { wish }
}

function nameOf({ name = "", ctrl, meta, shift, sequence = "" }: Key): string {
  if (SHIFT_ENTER.has(sequence)) return "shift-return"
  const isShifted = shift === true && name === "return"
  return `${ctrl ? "ctrl-" : ""}${meta ? "meta-" : ""}${isShifted ? "shift-" : ""}${name}`
}

function isWritten(typed: string | undefined, { ctrl, meta }: Key): typed is string {
  return typed !== undefined && !ctrl && !meta && /^[^\p{Cc}]+$/u.test(typed)
}
