import type { Picture } from "./pictures.ts"

/** A run of text in one style. Line breaks are spans of their own, with `\n` as text. */
export type TextSpan = {
  readonly text: string
  readonly bold?: boolean
  readonly italic?: boolean
  readonly strike?: boolean
  readonly code?: boolean
  /** Where it leads: http, https or mailto. */
  readonly href?: string
}

export type Alignment = "left" | "center" | "right" | undefined

export type ListItem = {
  /** Of a task list; absent for an ordinary item. */
  readonly checked?: boolean
  readonly blocks: readonly Block[]
}

export type DocumentTable = {
  readonly kind: "table"
  readonly align: readonly Alignment[]
  /** The first row is the head. */
  readonly rows: readonly (readonly (readonly TextSpan[])[])[]
}

export type List = {
  readonly kind: "list"
  /** The first number of an ordered list. */
  readonly start: number | undefined
  readonly items: readonly ListItem[]
}

/** What a Markdown text consists of, as far as pages and slides can show it. */
export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly spans: readonly TextSpan[] }
  | { readonly kind: "paragraph"; readonly spans: readonly TextSpan[] }
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  | { readonly kind: "image"; readonly path: string; readonly alt: string }
  | { readonly kind: "rule" }
  | List
  | DocumentTable

/** The text of spans, without their styles. */
export function plainText(spans: readonly TextSpan[]): string {
  return spans.map(({ text }) => text).join("")
}

/** The first heading, which names the whole. */
export function titleOf(blocks: readonly Block[]): string {
  const heading = blocks.find((block) => block.kind === "heading")
  return heading?.kind === "heading" ? plainText(heading.spans).replace(/\s+/g, " ").trim() : ""
}

/** The paths of all pictures, each once, in order. */
export function imagePaths(blocks: readonly Block[]): string[] {
  return [...new Set(blocks.flatMap(pathsIn))]
}

function pathsIn(block: Block): string[] {
  switch (block.kind) {
    case "image":
      return [block.path]
    case "quote":
      return block.blocks.flatMap(pathsIn)
    case "list":
      return block.items.flatMap((item) => item.blocks.flatMap(pathsIn))
    default:
      return []
  }
}

/** What is to be laid out. */
export type Document = {
  readonly title: string
  readonly blocks: readonly Block[]
  readonly pictures: ReadonlyMap<string, Picture>
}

/** A document as a PDF; `missing` are characters of it that no font here has. */
export type Typeset = { readonly bytes: Buffer; readonly pages: number; readonly missing: readonly string[] }
