import { stat } from "node:fs/promises"
import { z } from "zod"
import { pathGlob } from "../../text/path-glob.ts"
import { BUILT_IN } from "../built-in.ts"
import { defineTool, type ToolContext, ToolFailure } from "../tool.ts"
import { runRipgrep } from "./ripgrep.ts"
import { count, normalisePath, placeName, takenAs } from "./text/text.ts"

const MOST_ENTRIES = 400
const MOST_FILES = 100_000

/** Files that git would ignore are left out unless they are asked for, as in `search_code`. Too many entries are folded into their folders first. */
export const listFiles = defineTool({
  name: "list_files",
  description: "List the files below a folder, at most 400 entries: of deeper folders only how many files they have.",
  input: z.object({
    path: z.string().optional(),
    glob: z.string().optional(),
    depth: z.number().optional(),
    include_ignored: z.boolean().optional(),
  }),
  access: "read",
  traits: BUILT_IN.code.list_files,
  repeat: "safe",
  paths: ({ path }) => [normalisePath(path ?? ".")],
  title: ({ path, glob }) => `List ${normalisePath(path ?? ".")}${glob === undefined ? "" : ` (${glob})`}`,

  async execute({ path = ".", glob, depth, include_ignored: ignored = false }, context) {
    const folder = await findFolder(path, context)
    const files = await findFiles({ folder, glob, ignored }, context)
    if (files.length === 0) return `No files${glob === undefined ? "" : ` match ${glob}`} in ${placeName(folder)}.`
    const levels = folder === "." ? 0 : folder.split("/").length
    const wanted = depth === undefined ? undefined : Math.max(1, Math.trunc(depth))
    return showEntries(files, levels, wanted) + takenAs("depth", depth, wanted, "the least")
  },
})

type Sought = { readonly folder: string; readonly glob: string | undefined; readonly ignored: boolean }

async function findFolder(path: string, { workspace }: ToolContext): Promise<string> {
  const absolute = await workspace.resolve(path)
  const found = await stat(absolute).catch(() => undefined)
  if (found === undefined)
    throw new ToolFailure(`Folder "${path}" does not exist; list_files without path shows what does.`)
  if (!found.isDirectory()) throw new ToolFailure(`"${path}" is a file; read_file shows its content.`)
  return workspace.relative(absolute)
}

async function findFiles({ folder, glob, ignored }: Sought, context: ToolContext): Promise<string[]> {
  const files: string[] = []
  const isWanted = glob === undefined ? () => true : pathGlob(glob, folder)
  const complaint = await runRipgrep({
    folder: context.workspace.root,
    args: ["--files"],
    path: folder,
    glob,
    withIgnored: ignored,
    signal: context.signal,
    onLine: (line) => {
      const file = normalisePath(line)
      return !isWanted(file) || files.push(file) < MOST_FILES
    },
  })
  if (complaint !== "") throw new ToolFailure(`Listing failed: ${complaint}`)
  return files
}

/** `levels` is the depth of the folder that is listed; `depth` counts from there. */
function showEntries(files: readonly string[], levels: number, depth: number | undefined): string {
  const deepest = Math.max(...new Set(files.map((file) => file.split("/").length - levels)))
  let shown = depth ?? deepest
  let entries = fold(files, levels + shown)
  while (depth === undefined && entries.length > MOST_ENTRIES && shown > 1) entries = fold(files, levels + --shown)
  const notes = [
    ...(entries.length > MOST_ENTRIES
      ? [`${entries.length - MOST_ENTRIES} more not shown, for ${MOST_ENTRIES} are the most; give a glob or a path.`]
      : []),
    ...(depth === undefined && shown < deepest
      ? [`Shown to depth ${shown}, for ${MOST_ENTRIES} lines are the most; give a path, a glob or a depth to see more.`]
      : []),
    ...(files.length >= MOST_FILES ? [`Stopped after ${MOST_FILES} files, the most; give a path or a glob.`] : []),
  ]
  const lines = entries.slice(0, MOST_ENTRIES)
  return [...lines, ...(notes.length === 0 ? [] : [`[${notes.join(" ")}]`])].join("\n")
}

/** Files down to `depth` and all folders above them; a folder at `depth` stands for the files in it. */
function fold(files: readonly string[], depth: number): string[] {
  const entries = new Map<string, number>()
  for (const file of files) {
    const parts = file.split("/")
    for (let level = 1; level <= Math.min(depth, parts.length - 1); level++) {
      const folder = `${parts.slice(0, level).join("/")}/`
      entries.set(folder, (entries.get(folder) ?? 0) + (level === depth ? 1 : 0))
    }
    if (parts.length <= depth) entries.set(file, 0)
  }
  return [...entries]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([entry, inside]) => (inside === 0 ? entry : `${entry} (${count(inside, "file")})`))
}
