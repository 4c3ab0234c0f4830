import { MarkdownText } from "./markdown-text.tsx"

/** Stands in for `markdown.tsx` where everything is one file. */
export function Markdown({ text }: { readonly text: string }) {
  return <MarkdownText text={text} />
}
