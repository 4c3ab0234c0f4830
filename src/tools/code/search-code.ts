import { stat } from "node:fs/promises"
import { z } from "zod"
import { pathGlob } from "../../text/path-glob.ts"
import { BUILT_IN } from "../built-in.ts"
import { defineTool, type ToolContext, ToolFailure } from "../tool.ts"
import { runRipgrep } from "./ripgrep.ts"
import { SearchResult } from "./search-result.ts"
import { normalisePath, placeName, shorten, takenAs } from "./text/text.ts"

const MOST_CONTEXT = 20
const LONGEST_LINE = 300

const Input = z.object({
  pattern: z.string(),
  path: z.string().optional(),
  glob: z.string().optional(),
  ignore_case: z.boolean().optional(),
  context: z.number().optional().describe("lines, at most 20"),
  include_ignored: z.boolean().optional(),
})
type Input = z.infer<typeof Input>

/**
 * Matches as `path:line:text`, lines around them as `path-line-text`; leaves out secret files, and what git would ignore unless it is
 * asked for.
 */
export const searchCode = defineTool({
  name: "search_code",
  description: "Search the contents of files with a regex: at most 200 lines, each cut at 300 characters.",
  input: Input,
  access: "read",
  traits: BUILT_IN.code.search_code,
  isAskedFor: (line) => /^[^\n]*?:\d+:|^\[/.test(line),
  repeat: "safe",
  paths: ({ path }) => [normalisePath(path ?? ".")],
  title: ({ pattern, path }) =>
    `Search ${shorten(pattern, 60)}${path === undefined ? "" : ` in ${normalisePath(path)}`}`,

  async execute(input, context) {
    if (input.pattern === "") throw new ToolFailure("pattern is empty; list_files lists all files.")
    const path = await findPlace(input.path ?? ".", context)
    const isWanted = input.glob === undefined ? () => true : pathGlob(input.glob, path)
    const found = new SearchResult((file) => isWanted(file) && !context.workspace.isHidden(file))
    const complaint = await runRipgrep({
      folder: context.workspace.root,
      args: searchArguments(input),
      path,
      glob: input.glob,
      withIgnored: input.include_ignored ?? false,
      signal: context.signal,
      onLine: (line) => found.add(line),
    })
    if (complaint !== "") throw new ToolFailure(`Search failed: ${complaint.replace(/^rg: /, "")}`)
    const filter = input.glob === undefined ? "" : ` (${input.glob})`
    const shown = found.show() ?? `No matches for ${input.pattern} in ${placeName(path)}${filter}.`
    return shown + takenAs("context", input.context, linesAround(input), boundOf(input))
  },
})

async function findPlace(path: string, { workspace }: ToolContext): Promise<string> {
  const absolute = await workspace.resolve(path)
  const found = await stat(absolute).catch(() => undefined)
  if (found === undefined) throw new ToolFailure(`Path "${path}" does not exist; list_files shows what does.`)
  if (!found.isFile() && !found.isDirectory()) throw new ToolFailure(`"${path}" is neither a file nor a folder.`)
  return workspace.relative(absolute)
}

function linesAround({ context = 0 }: Input): number {
  return Math.min(MOST_CONTEXT, Math.max(0, Math.trunc(context)))
}

function boundOf({ context = 0 }: Input): string {
  return context < 0 ? "the least" : "the most"
}

function searchArguments(input: Input): string[] {
  const { pattern, ignore_case } = input
  return [
    ...["--null", "--line-number", "--with-filename", "--no-heading", "--color=never", "--crlf"],
    ...[`--max-columns=${LONGEST_LINE}`, "--max-columns-preview", `--context=${linesAround(input)}`],
    ...(ignore_case ? ["--ignore-case"] : []),
    ...(/\\n|\n/.test(pattern) ? ["--multiline"] : []),
    // Look-around and back references are beyond the default engine, which is the faster one.
    ...(/\(\?<?[=!]|\\[1-9]/.test(pattern) ? ["--pcre2"] : []),
    `--regexp=${pattern}`,
  ]
}
