import type { Definition, PhrasingContent } from "mdast"
import type { TextSpan } from "./document.ts"

export type Style = Omit<TextSpan, "text">

/** What references need: where links lead, and which number a footnote has. */
export type References = {
  readonly definitions: ReadonlyMap<string, Definition>
  readonly footnotes: ReadonlyMap<string, number>
}

/** A text's runs, and the pictures among them, which stand on their own. */
export type Inline = TextSpan | { readonly image: string; readonly alt: string }

const CJK = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\uff00-\\uffef"
const JOINED = new RegExp(`(?<=[${CJK}])\\s*\\n\\s*(?=[${CJK}])`, "gu")
const OPENABLE = /^(https?:\/\/|mailto:)/i

/** Styles are carried down to the runs, so that nothing nests any more. */
export function readSpans(nodes: readonly PhrasingContent[], references: References, style: Style = {}): Inline[] {
  return nodes.flatMap((node) => readNode(node, references, style))
}

function readNode(node: PhrasingContent, references: References, style: Style): Inline[] {
  const inside = (children: readonly PhrasingContent[], more: Style) =>
    readSpans(children, references, { ...style, ...more })
  switch (node.type) {
    case "text":
      return [{ ...style, text: unwrapped(node.value) }]
    case "strong":
      return inside(node.children, { bold: true })
    case "emphasis":
      return inside(node.children, { italic: true })
    case "delete":
      return inside(node.children, { strike: true })
    case "inlineCode":
      return [{ ...style, code: true, text: node.value.replace(/\s+/g, " ") }]
    case "break":
      return [{ text: "\n" }]
    case "link":
      return inside(node.children, linkTo(node.url))
    case "linkReference":
      return inside(node.children, linkTo(references.definitions.get(node.identifier)?.url ?? ""))
    case "image":
      return [{ image: node.url, alt: node.alt ?? "" }]
    case "imageReference":
      return [{ image: references.definitions.get(node.identifier)?.url ?? "", alt: node.alt ?? "" }]
    case "footnoteReference":
      return [{ ...style, text: `[${references.footnotes.get(node.identifier) ?? node.identifier}]` }]
    case "html":
      return /^<br\s*\/?>$/i.test(node.value.trim()) ? [{ text: "\n" }] : []
  }
}

/** A line's end within a paragraph is a space, except between scripts that have none. */
function unwrapped(text: string): string {
  return text.replace(JOINED, "").replace(/\s*\n\s*/g, " ")
}

function linkTo(url: string): Style {
  return OPENABLE.test(url) ? { href: url } : {}
}
