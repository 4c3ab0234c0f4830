import { createHash } from "node:crypto"
import { join } from "node:path"
import { z } from "zod"
import { BUILT_IN } from "../built-in.ts"
import { shorten } from "../code/text/text.ts"
import { fenceUntrusted, visibleText } from "../research/untrusted.ts"
import { Secrets } from "../secrets/secrets.ts"
import { type AnyTool, defineTool, ToolFailure } from "../tool.ts"
import type { MemoryNote } from "./note.ts"
import { folderName, NotesFolder } from "./notes-folder.ts"
import { recall } from "./recall.ts"

const LONGEST_NOTE = 4000
const MOST_NOTES = 500
const MOST_RECALLED = 10

/**
 * Notes that outlive a run, a folder of them for each workspace, in `folder`. They are the engine's own files: nothing in the
 * workspace changes and nothing leaves the machine, hence `control`, which needs no approval. Each action can run twice: a note's
 * name follows from its text.
 */
export function memoryTool(folder: string, secrets: Secrets = new Secrets(new Map())): AnyTool {
  return defineTool({
    name: "memory",
    description:
      "Keep notes for later runs in this workspace: remember a fact (at most 4,000 characters), recall up to 10 notes by words, forget one by its id. Not for notes on the current task, and never for secrets.",
    input: z.object({
      action: z.enum(["remember", "recall", "forget"]),
      text: z.string().optional().describe("the fact to remember, or words to look for"),
      id: z.string().optional().describe("of the note to forget"),
      source: z.string().optional().describe("URL of the page that the fact comes from"),
    }),
    access: "control",
    traits: BUILT_IN.memory.memory,
    repeat: "safe",
    title: ({ action, text, id }) =>
      `${TITLES[action]} ${shorten(action === "forget" ? (id ?? "") : (text ?? ""), 80)}`,

    async execute({ action, text = "", id = "", source = "" }, { workspace }) {
      const notes = new NotesFolder(join(folder, folderName(workspace.root)))
      switch (action) {
        case "remember":
          return remember(notes, noteOf(text, source, secrets))
        case "recall":
          return render(await recallFrom(notes, text), text)
        case "forget":
          return forget(notes, id)
      }
    },
  })
}

const TITLES = { remember: "Remember", recall: "Recall", forget: "Forget" } as const

function noteOf(given: string, from: string, secrets: Secrets): MemoryNote {
  const text = visibleText(given).trim()
  const source = visibleText(from).replace(/\s+/g, " ").trim().slice(0, 500)
  if (text === "") throw new ToolFailure("There is nothing to remember; give the fact as text.")
  if (text.length > LONGEST_NOTE) {
    throw new ToolFailure(`A note has at most ${LONGEST_NOTE} characters, this one ${text.length}; keep what matters.`)
  }
  if ([text, source].some((part) => secrets.redact(part) !== part)) {
    throw new ToolFailure("The note holds a secret (a key or token); secrets are not remembered. Leave it out.")
  }
  const id = createHash("sha256").update(text).digest("hex").slice(0, 8)
  return { id, created: new Date().toISOString().slice(0, 10), source, text }
}

async function remember(notes: NotesFolder, note: MemoryNote): Promise<string> {
  const known = await notes.list()
  const same = known.find(({ id, text }) => id === note.id || text === note.text)
  if (same) return `Remembered as ${same.id}.`
  if (known.length >= MOST_NOTES) {
    throw new ToolFailure(
      `There are ${MOST_NOTES} notes already, the most there can be; forget some that are out of date.`,
    )
  }
  await notes.keep(note)
  return `Remembered as ${note.id}.`
}

async function forget(notes: NotesFolder, id: string): Promise<string> {
  if (id === "") throw new ToolFailure("Which note? Give its id; recall shows the ids.")
  const note = await notes.find(id)
  // After a crash the note may be gone by our own hand, so this is no failure.
  if (note === undefined) return `There is no note ${JSON.stringify(id)}; nothing to forget. recall shows the ids.`
  await notes.remove(note.id)
  return `Forgot ${note.id}: ${shorten(note.text, 80)}`
}

async function recallFrom(notes: NotesFolder, query: string): Promise<MemoryNote[]> {
  return recall(await notes.list(), query, MOST_RECALLED)
}

function render(found: readonly MemoryNote[], query: string): string {
  if (found.length === 0) return query === "" ? "Nothing is remembered yet." : "Nothing that is remembered fits."
  return found.map(renderFound).join("\n\n")
}

/** What a page said stays what a page said. */
function renderFound({ id, created, source, text }: MemoryNote): string {
  const head = [id, created].filter(Boolean).join(", ")
  return source === "" ? `[${head}]\n${text}` : fenceUntrusted(`[${head}, from ${source}]`, text)
}
