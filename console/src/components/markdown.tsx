import { lazy, Suspense } from "react"

const load = () => import("./markdown-text.tsx")
const MarkdownText = lazy(() => load().then(({ MarkdownText: it }) => ({ default: it })))

/** Before there is something to show, so that nobody waits for it then. */
export function fetchMarkdown(): void {
  void load()
}

/** Untrusted Markdown, made safe. Until its renderer is there its room is kept: signs that mean something else are no text to read. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <Suspense fallback={<p className="plain-text awaited">{text}</p>}>
      <MarkdownText text={text} />
    </Suspense>
  )
}
