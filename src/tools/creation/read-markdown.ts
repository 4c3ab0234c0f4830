import type { BlockContent, Definition, DefinitionContent, FootnoteDefinition, Root, RootContent } from "mdast"
import type { ChildJobs } from "../child/child-jobs.ts"
import { importPackage } from "../child/import-package.ts"
import { plainHtml } from "../research/plain-html.ts"
import type { Block, DocumentTable, ListItem, TextSpan } from "./document.ts"
import { type Inline, type References, readSpans } from "./read-spans.ts"

/** Deeper than this, lists and quotes go on without more indentation; a page has no room for it anyway. */
const DEEPEST = 8
const HEAD = /^---\r?\n[\s\S]*?\r?\n---(\r?\n|$)/

type Node = RootContent | BlockContent | DefinitionContent

type Parsers = [
  typeof import("mdast-util-from-markdown"),
  typeof import("micromark-extension-gfm"),
  typeof import("mdast-util-gfm"),
]

/** Reads GitHub-flavoured Markdown, in a child process. A head of settings at its start is left out. */
export async function markdownJob({ text, packages }: ChildJobs["read_markdown"]["request"]): Promise<Block[]> {
  const loaded = await Promise.all(packages.map((url) => importPackage<unknown>(url, "for Markdown")))
  const [{ fromMarkdown }, { gfm }, { gfmFromMarkdown }] = loaded as Parsers
  const plain = printable(text).replace(HEAD, "")
  return readRoot(fromMarkdown(plain, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }))
}

/** Without what neither page nor XML can hold. */
function printable(text: string): string {
  return text.toWellFormed().replace(/[\p{Cc}--[\n\r\t]]|[\ufeff\ufffe\uffff]/gv, "")
}

function readRoot(root: Root): Block[] {
  const notes = root.children.filter((node): node is FootnoteDefinition => node.type === "footnoteDefinition")
  const references: References = {
    definitions: new Map(root.children.filter(isDefinition).map((node) => [node.identifier, node])),
    footnotes: new Map(notes.map(({ identifier }, index) => [identifier, index + 1])),
  }
  const blocks = readBlocks(root.children, references, 0)
  if (notes.length === 0) return blocks
  const items = notes.map(({ children }) => ({ blocks: readBlocks(children, references, 1) }))
  return [...blocks, { kind: "rule" }, { kind: "list", start: 1, items }]
}

function isDefinition(node: RootContent): node is Definition {
  return node.type === "definition"
}

function readBlocks(nodes: readonly Node[], references: References, depth: number): Block[] {
  return nodes.flatMap((node) => readBlock(node, references, depth))
}

function readBlock(node: Node, references: References, depth: number): Block[] {
  switch (node.type) {
    case "heading":
      return [{ kind: "heading", level: node.depth, spans: onlySpans(readSpans(node.children, references)) }]
    case "paragraph":
      return paragraphs(readSpans(node.children, references))
    case "code":
      return [{ kind: "code", language: node.lang ?? "", text: node.value.replaceAll("\t", "    ") }]
    case "thematicBreak":
      return [{ kind: "rule" }]
    case "html":
      return paragraphs([{ text: plainHtml(node.value) }])
    case "blockquote": {
      const blocks = depth >= DEEPEST ? flatText(node) : readBlocks(node.children, references, depth + 1)
      return depth >= DEEPEST ? blocks : [{ kind: "quote", blocks }]
    }
    case "list": {
      if (depth >= DEEPEST) return flatText(node)
      const items = node.children.map((item): ListItem => {
        const blocks = readBlocks(item.children, references, depth + 1)
        return typeof item.checked === "boolean" ? { checked: item.checked, blocks } : { blocks }
      })
      return [{ kind: "list", start: node.ordered ? (node.start ?? 1) : undefined, items }]
    }
    case "table":
      return [readTable(node, references)]
    default:
      return []
  }
}

function readTable(node: Extract<RootContent, { type: "table" }>, references: References): DocumentTable {
  const rows = node.children.map((row) => row.children.map((cell) => onlySpans(readSpans(cell.children, references))))
  const width = Math.max(1, ...rows.map((row) => row.length))
  return {
    kind: "table",
    align: Array.from({ length: width }, (_, index) => node.align?.[index] ?? undefined),
    rows: rows.map((row) => Array.from({ length: width }, (_, index) => row[index] ?? [])),
  }
}

/** The text of everything in there, without recursion: nesting can be as deep as a text is long. */
function flatText(node: Node): Block[] {
  const parts: string[] = []
  const waiting: unknown[] = [node]
  while (waiting.length > 0) {
    const { value, children } = waiting.pop() as { value?: string; children?: readonly unknown[] }
    if (typeof value === "string") parts.push(value)
    waiting.push(...(children ?? []).toReversed())
  }
  return paragraphs([{ text: parts.join(" ").replace(/\s+/g, " ") }])
}

/** Pictures stand between paragraphs, not in them. */
function paragraphs(inline: readonly Inline[]): Block[] {
  const blocks: Block[] = []
  let spans: TextSpan[] = []
  const flush = () => {
    if (spans.some(({ text }) => text.trim() !== "")) blocks.push({ kind: "paragraph", spans: trimmed(spans) })
    spans = []
  }
  for (const part of inline) {
    if ("image" in part) {
      flush()
      blocks.push({ kind: "image", path: part.image, alt: part.alt })
    } else spans.push(part)
  }
  flush()
  return blocks
}

function onlySpans(inline: readonly Inline[]): TextSpan[] {
  return inline.map((part) => ("image" in part ? { text: part.alt } : part)).filter(({ text }) => text !== "")
}

/** No breaks at either end. */
function trimmed(spans: readonly TextSpan[]): TextSpan[] {
  const isText = ({ text }: TextSpan) => text.trim() !== ""
  return spans.slice(spans.findIndex(isText), spans.findLastIndex(isText) + 1)
}
