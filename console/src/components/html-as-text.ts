/** A node of a Markdown tree, as far as it is looked at here. */
type Node = { type: string; value?: string; children?: Node[] }

/** What may hold blocks; there a text needs a paragraph around it. */
const HOLDS_BLOCKS: ReadonlySet<string> = new Set(["root", "blockquote", "listItem", "footnoteDefinition"])

/** For remark: what looks like HTML is what somebody wrote (`<App>`, `a<b and c>d`), and is shown as such. */
export function htmlAsText() {
  return (tree: Node): void => {
    if (!tree.children) return
    tree.children = tree.children.map((child) => asText(child, tree.type))
    for (const child of tree.children) htmlAsText()(child)
  }
}

function asText(node: Node, parent: string): Node {
  if (node.type !== "html") return node
  const text: Node = { type: "text", value: node.value ?? "" }
  return HOLDS_BLOCKS.has(parent) ? { type: "paragraph", children: [text] } : text
}
