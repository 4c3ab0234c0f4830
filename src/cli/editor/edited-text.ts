import { graphemesOf } from "../paint/text.ts"

/** A text and where its cursor stands: an index that never falls into the middle of what is one character to people. */
export type EditedText = { readonly text: string; readonly at: number }

export const NO_TEXT: EditedText = { text: "", at: 0 }

export function textOf(text: string): EditedText {
  return { text, at: text.length }
}

export function insert({ text, at }: EditedText, more: string): EditedText {
  return { text: text.slice(0, at) + more + text.slice(at), at: at + more.length }
}

export function left({ text, at }: EditedText): EditedText {
  const [last] = [...graphemesOf(text.slice(0, at))].slice(-1)
  return { text, at: last ? last.index : 0 }
}

export function right({ text, at }: EditedText): EditedText {
  const [next] = graphemesOf(text.slice(at))
  return { text, at: at + (next?.segment.length ?? 0) }
}

export function wordLeft({ text, at }: EditedText): EditedText {
  return { text, at: Math.max(0, text.slice(0, at).search(/\S+\s*$/)) }
}

export function wordRight({ text, at }: EditedText): EditedText {
  return { text, at: at + (/^\s*\S*/.exec(text.slice(at))?.[0].length ?? 0) }
}

export function lineStart({ text, at }: EditedText): EditedText {
  return { text, at: text.lastIndexOf("\n", at - 1) + 1 }
}

export function lineEnd({ text, at }: EditedText): EditedText {
  const end = text.indexOf("\n", at)
  return { text, at: end < 0 ? text.length : end }
}

/** The same column a line higher; `undefined` on the first line. */
export function lineUp(edited: EditedText): EditedText | undefined {
  const start = lineStart(edited).at
  if (start === 0) return undefined
  const above = lineStart({ text: edited.text, at: start - 1 }).at
  return onBoundary({ text: edited.text, at: Math.min(above + edited.at - start, start - 1) })
}

/** The same column a line lower; `undefined` on the last line. */
export function lineDown(edited: EditedText): EditedText | undefined {
  const end = lineEnd(edited).at
  if (end === edited.text.length) return undefined
  const below = end + 1
  const at = Math.min(below + edited.at - lineStart(edited).at, lineEnd({ text: edited.text, at: below }).at)
  return onBoundary({ text: edited.text, at })
}

/** What stands between the cursor and where a move would put it goes. */
export function cutTo(edited: EditedText, move: (from: EditedText) => EditedText): EditedText {
  const to = move(edited).at
  const [from, end] = [Math.min(edited.at, to), Math.max(edited.at, to)]
  return { text: edited.text.slice(0, from) + edited.text.slice(end), at: from }
}

function onBoundary({ text, at }: EditedText): EditedText {
  const within = [...graphemesOf(text)].find(({ index, segment }) => index < at && at < index + segment.length)
  return { text, at: within ? within.index : at }
}
