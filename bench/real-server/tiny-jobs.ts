import { readFile } from "node:fs/promises"
import { join } from "node:path"

/** Work that any usable model does in a few calls, and what tells from outside that it was done. */
export type TinyJob = {
  readonly request: string
  readonly files: Readonly<Record<string, string>>
  readonly isDone: (folder: string, answer: string) => Promise<boolean> | boolean
}

const PORT = 4817

export const TINY_JOBS: ReadonlyMap<string, TinyJob> = new Map<string, TinyJob>([
  [
    "write",
    {
      request: "Create the file greeting.txt. It contains one line: hello",
      files: {},
      isDone: async (folder) => (await contentOf(folder, "greeting.txt")).trim() === "hello",
    },
  ],
  [
    "edit",
    {
      request: "In settings.json change the port to 9000 and leave everything else as it is.",
      files: { "settings.json": settings(PORT) },
      isDone: async (folder) => (await contentOf(folder, "settings.json")).trim() === settings(9000).trim(),
    },
  ],
  [
    "answer",
    {
      request: "Which port does settings.json name? Change nothing.",
      files: { "settings.json": settings(PORT) },
      isDone: async (folder, answer) =>
        answer.includes(String(PORT)) && (await contentOf(folder, "settings.json")) === settings(PORT),
    },
  ],
])

function settings(port: number): string {
  return `{\n  "name": "gateway",\n  "port": ${port}\n}\n`
}

function contentOf(folder: string, name: string): Promise<string> {
  return readFile(join(folder, name), "utf8").catch(() => "")
}
