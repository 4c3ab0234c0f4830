import type { Paint, TextFormat } from "./paint.ts"

/** Comments, texts, numbers and words, in the order in which they are tried. Good enough for every language that people paste. */
const PIECES =
  /(?<comment>\/\/.*|(?<=^|\s)#(?!\[|include).*|\/\*.*?\*\/|--\s.*)|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<number>\b\d[\w.]*)|(?<word>\b[A-Za-z_]\w*\b)/g

const KEYWORDS: ReadonlySet<string> = new Set(
  "abstract as async await break case catch class const continue def default defer delete do elif else enum except export extends false finally fn for from func function go if impl implements import in interface lambda let match mod mut new nil None null of package pass private protected pub public raise return select self SELECT FROM WHERE INSERT UPDATE DELETE JOIN static struct super switch this throw throws trait true True False try type typeof undefined use var void where while with yield".split(
    " ",
  ),
)

const DIFF: Readonly<Record<string, TextFormat>> = { "+": "green", "-": "red", "@": "cyan" }

/** A line of a code block in colours; `diff` and `patch` by their first character. Nothing is added or taken away. */
export function drawCode(line: string, language: string, paint: Paint): string {
  if (language === "diff" || language === "patch") return paint(DIFF[line[0] ?? ""] ?? "none", line)
  if (PLAIN.has(language)) return line
  return line.replace(PIECES, (piece, ...rest) => paint(formatOf(piece, rest.at(-1)), piece))
}

const PLAIN: ReadonlySet<string> = new Set(["text", "txt", "plain", "console", "output", "log", "md", "markdown"])

function formatOf(piece: string, groups: Readonly<Record<string, string | undefined>>): TextFormat {
  if (groups.comment !== undefined) return "dim"
  if (groups.text !== undefined) return "green"
  if (groups.number !== undefined) return "yellow"
  return KEYWORDS.has(piece) ? "cyan" : "none"
}
