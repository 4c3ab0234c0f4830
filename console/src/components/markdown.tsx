import { lazy, Suspense } from "react"

const MarkdownText = lazy(() => import("./markdown-text.tsx").then(({ MarkdownText: it }) => ({ default: it })))

/** Untrusted Markdown, made safe. Until its renderer is there the plain text stands in. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <Suspense fallback={<p className="plain-text">{text}</p>}>
      <MarkdownText text={text} />
    </Suspense>
  )
}
