/** A piece of a line of code, and what it is; plain text has no kind. */
export type Token = { readonly text: string; readonly kind: "comment" | "string" | "number" | "keyword" | "" }

type Grammar = { readonly comment: string; readonly words: string }

const C_LIKE =
  "abstract as async await break case catch class const continue default defer delete do else enum export extends false final finally fn for from func function go if impl implements import in instanceof interface let match mod mut new nil null package private protected pub public readonly return self static struct super switch this throw trait true try type typeof undefined use var void while yield"
const PYTHON =
  "and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None nonlocal not or pass raise return self True try while with yield"
const SHELL = "case do done elif else esac export fi for function if in local return then until while"

const GRAMMARS: readonly (readonly [names: RegExp, grammar: Grammar])[] = [
  [/\.(py|pyi)$/, { comment: "#", words: PYTHON }],
  [/\.(sh|bash|zsh|ya?ml|toml|rb|env|conf)$|(^|\/)(Dockerfile|Makefile)$/, { comment: "#", words: SHELL }],
  [
    /\.(sql|lua)$/,
    {
      comment: "--",
      words:
        "and as by create end from function group if in insert into join local not null on or order return select set table then update values where",
    },
  ],
  [
    /\.(tsx?|jsx?|mjs|cjs|mts|cts|java|kt|swift|go|rs|c|h|cc|cpp|hpp|cs|php|scala|css|scss|json|jsonc)$/,
    { comment: "//", words: C_LIKE },
  ],
]

/** One line of a file in pieces; a file of a kind that is not known is one piece. */
export type Highlighter = (line: string) => readonly Token[]

/** Whether lines of such a file are more than one piece each. */
export function isHighlighted(path: string): boolean {
  return GRAMMARS.some(([names]) => names.test(path))
}

/** Reads lines one by one: what begins in one and ends in another is taken for what it looks like there. */
export function highlighterFor(path: string): Highlighter {
  const [, grammar] = GRAMMARS.find(([names]) => names.test(path)) ?? []
  if (!grammar) return (text) => [{ text, kind: "" }]
  const words = new Set(grammar.words.split(" "))
  const comment = grammar.comment.replace(/[/#-]/g, "\\$&")
  const pattern = new RegExp(
    `(${comment}.*|/\\*.*?(?:\\*/|$))|("(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'|\`(?:[^\`\\\\]|\\\\.)*\`)|(\\b\\d[\\w.]*)|([A-Za-z_$][\\w$]*)`,
    "g",
  )
  return (line) => tokensOf(line, pattern, words)
}

function kindOf([text, comment, string, number]: RegExpExecArray, words: ReadonlySet<string>): Token["kind"] {
  if (comment) return "comment"
  if (string) return "string"
  if (number) return "number"
  return words.has(text) ? "keyword" : ""
}

function tokensOf(line: string, pattern: RegExp, words: ReadonlySet<string>): Token[] {
  const tokens: Token[] = []
  let from = 0
  for (const match of line.matchAll(pattern)) {
    const [text] = match
    const kind = kindOf(match, words)
    if (kind === "") continue
    if (match.index > from) tokens.push({ text: line.slice(from, match.index), kind: "" })
    tokens.push({ text, kind })
    from = match.index + text.length
  }
  return from < line.length ? [...tokens, { text: line.slice(from), kind: "" }] : tokens
}
