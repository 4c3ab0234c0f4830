import { stat } from "node:fs/promises"
import { z } from "zod"
import { BUILT_IN } from "../built-in.ts"
import { isSecretFile } from "../secret-files.ts"
import { defineTool, type ToolContext, ToolFailure } from "../tool.ts"
import { runRipgrep } from "./ripgrep.ts"
import { normalisePath, placeName, shorten } from "./text.ts"

const MOST_LINES = 200
const MOST_CHARACTERS = 50_000
const LINES_COUNTED = 5000
const MOST_CONTEXT = 20
const LONGEST_LINE = 300

const Input = z.object({
  pattern: z.string().describe("regex; escape ( [ { . to mean themselves"),
  path: z.string().optional().describe("file or folder"),
  glob: z.string().optional().describe("as src/**/*.ts"),
  ignore_case: z.boolean().optional(),
  context: z.number().optional(),
})
type Input = z.infer<typeof Input>

/** Matches as `path:line:text`, lines around them as `path-line-text`; leaves out secret files and what git would ignore. */
export const searchCode = defineTool({
  name: "search_code",
  description:
    "Find lines in files by a regex, as path:line:text, at most 200, without what git ignores. For names of files, use list_files.",
  input: Input,
  access: "read",
  traits: BUILT_IN.code.search_code,
  repeat: "safe",
  paths: ({ path }) => [normalisePath(path ?? ".")],
  title: ({ pattern, path }) =>
    `Search ${shorten(pattern, 60)}${path === undefined ? "" : ` in ${normalisePath(path)}`}`,

  async execute(input, context) {
    if (input.pattern === "") throw new ToolFailure("pattern is empty; list_files lists all files.")
    const path = await findPlace(input.path ?? ".", context)
    const found = new FoundLines()
    const complaint = await runRipgrep({
      folder: context.workspace.root,
      args: searchArguments(input),
      path,
      glob: input.glob,
      signal: context.signal,
      onLine: (line) => found.add(line),
    })
    if (complaint !== "") throw new ToolFailure(`Search failed: ${complaint.replace(/^rg: /, "")}`)
    const filter = input.glob === undefined ? "" : ` (${input.glob})`
    return found.show() ?? `No matches for ${input.pattern} in ${placeName(path)}${filter}.`
  },
})

async function findPlace(path: string, { workspace }: ToolContext): Promise<string> {
  const absolute = await workspace.resolve(path)
  const found = await stat(absolute).catch(() => undefined)
  if (found === undefined) throw new ToolFailure(`Path "${path}" does not exist; list_files shows what does.`)
  if (!found.isFile() && !found.isDirectory()) throw new ToolFailure(`"${path}" is neither a file nor a folder.`)
  return workspace.relative(absolute)
}

function searchArguments({ pattern, ignore_case, context }: Input): string[] {
  const lines = Math.min(MOST_CONTEXT, Math.max(0, Math.trunc(context ?? 0)))
  return [
    ...["--null", "--line-number", "--with-filename", "--no-heading", "--color=never", "--crlf"],
    ...[`--max-columns=${LONGEST_LINE}`, "--max-columns-preview", `--context=${lines}`],
    ...(ignore_case ? ["--ignore-case"] : []),
    ...(/\\n|\n/.test(pattern) ? ["--multiline"] : []),
    // Look-around and back references are beyond the default engine, which is the faster one.
    ...(/\(\?<?[=!]|\\[1-9]/.test(pattern) ? ["--pcre2"] : []),
    `--regexp=${pattern}`,
  ]
}

/** Keeps the first lines and counts the others. */
class FoundLines {
  private readonly lines: string[] = []
  private room = MOST_CHARACTERS
  private left = 0
  private isSkipping = false

  /** False once there is no use in going on. */
  add(line: string): boolean {
    const shown = this.read(line)
    if (shown === undefined) return true
    if (this.lines.length < MOST_LINES && this.room >= shown.length) {
      this.room -= shown.length + 1
      this.lines.push(shown)
      return true
    }
    this.room = 0
    return ++this.left < LINES_COUNTED
  }

  show(): string | undefined {
    while (this.lines.at(-1) === "--") this.lines.pop()
    if (this.lines.length === 0) return undefined
    if (this.left === 0) return this.lines.join("\n")
    const more = this.left < LINES_COUNTED ? `${this.left}` : `${LINES_COUNTED} or more`
    return `${this.lines.join("\n")}\n[${more} lines not shown; narrow the search with path, glob or pattern.]`
  }

  /** A line of ripgrep's is `path NUL number separator text`; lines without a path separate groups or tell of binary files. */
  private read(line: string): string | undefined {
    const end = line.indexOf("\0")
    if (end === -1) return line.startsWith("--") && !this.isSkipping && this.lines.length > 0 ? "--" : undefined
    const path = normalisePath(line.slice(0, end))
    this.isSkipping = isSecretFile(path)
    if (this.isSkipping) return undefined
    const text = line.slice(end + 1).replace(/\r$/, "")
    const separator = /^\d+([:-])/.exec(text)?.[1] ?? ":"
    return `${path}${separator}${text}`
  }
}
