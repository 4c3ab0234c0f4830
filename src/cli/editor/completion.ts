import type { EditedText } from "./edited-text.ts"

/** What may stand at the cursor in place of what is typed there so far. */
export type WordChoice = { readonly from: number; readonly choices: readonly string[] }

/** Where words to complete come from. */
export type Completions = {
  /** `/undo`, `/diff`, … */
  readonly commands: readonly string[]
  /** The files whose path begins so, or has the letters in it; a few of them. */
  readonly files: (begun: string) => readonly string[]
}

/** A command at the start of the line, or a file after `@`. */
export function completionAt({ text, at }: EditedText, { commands, files }: Completions): WordChoice | undefined {
  const before = text.slice(0, at)
  if (/^\/[\w-]*$/.test(before)) {
    const choices = commands.filter((command) => command.startsWith(before))
    return choices.length === 0 ? undefined : { from: 0, choices }
  }
  const mention = /(?:^|\s)@([^\s@]*)$/.exec(before)
  if (!mention) return undefined
  const begun = mention[1] ?? ""
  const choices = files(begun).map((path) => `@${path}`)
  return choices.length === 0 ? undefined : { from: at - begun.length - 1, choices }
}

/** As far as the choices agree; the one that is left with a space behind it. */
export function completed({ text, at }: EditedText, { from, choices }: WordChoice): EditedText {
  const [first = "", ...more] = choices
  const shared = more.reduce(commonStart, first)
  const typed = text.slice(from, at)
  // Choices that have the letters somewhere else agree on nothing: then the first one is taken.
  const word = more.length === 0 ? `${first} ` : shared.length > typed.length ? shared : first
  return { text: text.slice(0, from) + word + text.slice(at).replace(/^ /, ""), at: from + word.length }
}

function commonStart(one: string, other: string): string {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return one.slice(0, length)
}
