import { readFileSync } from "node:fs"

/** A fenced piece of a page: its language, what stands behind that on the first line, and its text. */
export type Block = { readonly page: string; readonly language: string; readonly about: string; readonly text: string }

const FENCE = /^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm

/** The fenced pieces of a page that name their language, in order. */
export function blocksOf(page: string): Block[] {
  const found = readFileSync(page, "utf8").matchAll(FENCE)
  return [...found].map(([, language = "", about = "", text = ""]) => ({ page, language, about, text }))
}

/** Whether it was printed as a page shows it: `…` stands for the rest of a line's words, and on a line of its own for any lines. */
export function isShown(shown: string, printed: string): boolean {
  const lines = shown.trimEnd().split("\n")
  const pattern = lines.map((line) => (line === "…" ? "(?:.*\n)*?" : `${line.split("…").map(literally).join(".*")}\n`))
  return new RegExp(`^${pattern.join("")}$`).test(`${printed.trimEnd()}\n`)
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
}
