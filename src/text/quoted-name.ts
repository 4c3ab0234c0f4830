import { codeSpan } from "./fence.ts"
import { hidesSomething, replaceHidden, spelledOut } from "./spelled-out.ts"

/**
 * A name from outside (a file's, a check's, a tool's) on a line of ours: as it is, or, where it holds something that is not seen
 * or could be taken for the end of the name, in quotes and with that spelled out as JSON does.
 */
export function quotedName(name: string): string {
  const isPlain = name !== "" && name === name.trim() && !/[\t\n"\\]/.test(name) && !hidesSomething(name)
  return isPlain ? name : escapedJson(JSON.stringify(name))
}

/** Letters, digits and what names are made of everywhere; none of it means anything in Markdown. */
const MEANS_NOTHING = /^(?!.*(?:__|~~))[\p{L}\p{N}\p{M}._/@+=~$-]+$/u

/** The same for Markdown: whatever could be read as markup, or as more than one name, is set as code. */
export function nameInMarkdown(name: string): string {
  const quoted = quotedName(name)
  return MEANS_NOTHING.test(quoted) ? quoted : codeSpan(quoted)
}

/** Words of others on one line of Markdown of ours: they can't begin a line, an emphasis or an element of their own. */
export function lineInMarkdown(text: string): string {
  return inOneLine(text.replace(/\s+/g, " ").trim())
}

function inOneLine(line: string): string {
  const marks = /\*{2,}|_{2,}|~{2,}|<(?=[a-z/!?])/gi
  return spelledOut(line.replace(marks, (found) => found.replace(/./g, "\\$&")))
}

/** The same for words in which code is set in backticks: what it holds means nothing anyway, and a backslash in it would be seen. */
export function proseInMarkdown(text: string): string {
  const line = text.replace(/\s+/g, " ").trim()
  const parts = line.split(/(`[^`]+`)/)
  const isPaired = parts.every((part, index) => index % 2 === 1 || !/`|\\$/.test(part))
  return isPaired
    ? parts.map((part, index) => (index % 2 === 1 ? spelledOut(part) : inOneLine(part))).join("")
    : lineInMarkdown(line)
}

/** JSON in which nothing hides: `JSON.stringify` leaves C1 controls, direction signs and the like as they are. */
export function escapedJson(json: string): string {
  return replaceHidden(json, (sign) => {
    const text = String.fromCodePoint(sign)
    return [...Array(text.length).keys()]
      .map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`)
      .join("")
  })
}
