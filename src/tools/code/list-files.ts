import { stat } from "node:fs/promises"
import { z } from "zod"
import { BUILT_IN } from "../built-in.ts"
import { defineTool, type ToolContext, ToolFailure } from "../tool.ts"
import { runRipgrep } from "./ripgrep.ts"
import { count, normalisePath, placeName } from "./text.ts"

const MOST_ENTRIES = 400
const MOST_FILES = 100_000

/** Files that git would ignore are left out, as in `search_code`. Too many entries are folded into their folders first. */
export const listFiles = defineTool({
  name: "list_files",
  description:
    "List the files below a folder, without what git ignores; beyond 400, folders stand for what is in them. To find text, use search_code.",
  input: z.object({
    path: z.string().optional().describe("default: the workspace"),
    glob: z.string().optional().describe("as src/**/*.ts"),
    depth: z.number().optional(),
  }),
  access: "read",
  traits: BUILT_IN.code.list_files,
  repeat: "safe",
  paths: ({ path }) => [normalisePath(path ?? ".")],
  title: ({ path, glob }) => `List ${normalisePath(path ?? ".")}${glob === undefined ? "" : ` (${glob})`}`,

  async execute({ path = ".", glob, depth }, context) {
    const folder = await findFolder(path, context)
    const files = await findFiles(folder, glob, context)
    if (files.length === 0) return `No files${glob === undefined ? "" : ` match ${glob}`} in ${placeName(folder)}.`
    const levels = folder === "." ? 0 : folder.split("/").length
    return showEntries(files, levels, depth === undefined ? undefined : Math.max(1, Math.trunc(depth)))
  },
})

async function findFolder(path: string, { workspace }: ToolContext): Promise<string> {
  const absolute = await workspace.resolve(path)
  const found = await stat(absolute).catch(() => undefined)
  if (found === undefined)
    throw new ToolFailure(`Folder "${path}" does not exist; list_files without path shows what does.`)
  if (!found.isDirectory()) throw new ToolFailure(`"${path}" is a file; read_file shows its content.`)
  return workspace.relative(absolute)
}

async function findFiles(folder: string, glob: string | undefined, context: ToolContext): Promise<string[]> {
  const files: string[] = []
  const complaint = await runRipgrep({
    folder: context.workspace.root,
    args: ["--files"],
    path: folder,
    glob,
    signal: context.signal,
    onLine: (line) => files.push(normalisePath(line)) < MOST_FILES,
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
      ? [`${entries.length - MOST_ENTRIES} more not shown; give a glob or a path.`]
      : []),
    ...(depth === undefined && shown < deepest ? [`Folded to depth ${shown}; give a path to see more.`] : []),
    ...(files.length >= MOST_FILES ? [`Stopped after ${MOST_FILES} files.`] : []),
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
