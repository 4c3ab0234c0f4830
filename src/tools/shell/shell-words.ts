/** A word of a command line. `isBare`: no quote or backslash protects it, so that the shell may expand it. */
export type ShellWord = { readonly text: string; readonly isBare: boolean }

/** One command between two separators, with the files that it is redirected to. */
export type ShellCommand = { readonly words: readonly ShellWord[]; readonly writesTo: readonly string[] }

/** The plain commands of a line; `undefined` where it has anything whose meaning can't be read off the text. */
export function splitCommands(line: string): readonly ShellCommand[] | undefined {
  const tokens = tokenise(line)
  if (!tokens) return undefined
  const commands: ShellCommand[] = []
  let words: ShellWord[] = []
  let writesTo: string[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.kind === "word") words.push(token)
    else if (token.kind === "separator") {
      commands.push({ words, writesTo })
      words = []
      writesTo = []
    } else {
      const target = tokens[++at]
      if (target?.kind !== "word") return undefined
      if (token.writes) writesTo.push(target.text)
      else words.push(target)
    }
  }
  return [...commands, { words, writesTo }].filter((command) => command.words.length > 0 || command.writesTo.length > 0)
}

type Token =
  | ({ readonly kind: "word" } & ShellWord)
  | { readonly kind: "separator" }
  | { readonly kind: "redirect"; readonly writes: boolean }

/** In this order: the first that fits wins. */
const OPERATORS: readonly (readonly [RegExp, Token | "nothing" | "unreadable"])[] = [
  [/^\\\n/, "nothing"],
  [/^[ \t]+/, "nothing"],
  // One stream into another changes no file.
  [/^[012]?>&[12](?![^\s;|&])/, "nothing"],
  [/^(\|\||&&|\|&?|;|\n)/, { kind: "separator" }],
  [/^([0-9]*>&|[0-9]*>>?\|?|&>>?|[0-9]*<>)/, { kind: "redirect", writes: true }],
  [/^<[<(]/, "unreadable"],
  [/^</, { kind: "redirect", writes: false }],
  // Expansions, grouping, background, control characters.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  [/^[$`(){}&\x00-\x08\x0b-\x1f\x7f]/, "unreadable"],
]

const WORD = /^(?:[^\s"'\\$`(){}&|;<>]+|'[^']*'|"(?:[^"\\$`]|\\[^\n])*"|\\[^\n])+/u

function tokenise(line: string): Token[] | undefined {
  const tokens: Token[] = []
  let rest = line
  while (rest !== "") {
    const operator = OPERATORS.find(([pattern]) => pattern.test(rest))
    const found = operator?.[0].exec(rest)?.[0] ?? WORD.exec(rest)?.[0]
    const token = operator ? operator[1] : found === undefined ? "unreadable" : toWord(found)
    if (token === "unreadable" || found === undefined) return undefined
    if (token !== "nothing") tokens.push(token)
    rest = rest.slice(found.length)
  }
  return tokens
}

function toWord(raw: string): Token {
  const text = raw.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gsu, (_all, single, double, escaped) => {
    if (single !== undefined) return single
    return double === undefined ? escaped : double.replace(/\\(["\\$`])/g, "$1")
  })
  return { kind: "word", text, isBare: !/["'\\]/.test(raw) }
}
