/** One remembered thing, as its file has it. */
export type MemoryNote = {
  /** The file's name without its ending. */
  readonly id: string
  /** The day, as in 2026-01-31; empty in files that people wrote without one. */
  readonly created: string
  /** Where it is from, if not from the user or the workspace: then it is as trustworthy as that place. */
  readonly source: string
  readonly text: string
}

const HEAD = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?/

/** The file's content: Markdown with a small head that people can read and edit. */
export function renderNote({ created, source, text }: MemoryNote): string {
  return `---\ncreated: ${created}\n${source === "" ? "" : `source: ${source}\n`}---\n${text}\n`
}

/** Lenient: people edit these files, and a file without a head is a note as well. */
export function parseNote(id: string, content: string): MemoryNote {
  const head = HEAD.exec(content)
  const fields = new Map(
    (head?.[1] ?? "").split(/\r?\n/).flatMap((line) => {
      const [, name, value] = /^\s*(\w+)\s*:\s*(.*?)\s*$/.exec(line) ?? []
      return name === undefined ? [] : [[name.toLowerCase(), value ?? ""] as const]
    }),
  )
  const text = content.slice(head?.[0].length ?? 0).trim()
  return { id, created: fields.get("created") ?? "", source: fields.get("source") ?? "", text }
}
