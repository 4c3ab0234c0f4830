import ReactMarkdown, { type Components } from "react-markdown"
import rehypeSanitize, { defaultSchema } from "rehype-sanitize"
import remarkBreaks from "remark-breaks"
import remarkGfm from "remark-gfm"
import { htmlAsText } from "./html-as-text.ts"

/** Links lead outside and tell nothing; images only from this server or from the text itself. */
const SCHEMA = {
  ...defaultSchema,
  protocols: { ...defaultSchema.protocols, href: ["http", "https", "mailto"], src: ["data"] },
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => name !== "picture" && name !== "source"),
}

const COMPONENTS: Components = {
  a: ({ href, children }) =>
    href === undefined ? (
      <span>{children}</span>
    ) : (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    ),
  img: ({ src, alt }) => (isOwnImage(src) ? <img src={src} alt={alt ?? ""} /> : <span>{alt}</span>),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="table-scroll" aria-label="table" tabIndex={0}>
      <table>{children}</table>
    </section>
  ),
  input: ({ checked }) => <span>{checked ? "☑" : "☐"} </span>,
}

/** Raw HTML in the text is text before it becomes anything else. */
export function MarkdownText({ text }: { readonly text: string }) {
  return (
    <ReactMarkdown
      remarkPlugins={[remarkGfm, htmlAsText, remarkBreaks]}
      rehypePlugins={[[rehypeSanitize, SCHEMA]]}
      urlTransform={safeUrl}
      components={COMPONENTS}
    >
      {text}
    </ReactMarkdown>
  )
}

function isOwnImage(src: unknown): src is string {
  return (
    typeof src === "string" &&
    (/^data:image\/(png|jpeg|gif|webp);/i.test(src) || /^api\/runs\/[^/]+\/artifacts\//.test(src))
  )
}

function safeUrl(url: string, key: string): string | undefined {
  if (key === "src") return isOwnImage(url) ? url : undefined
  return /^(https?:|mailto:)/i.test(url) ? url : undefined
}
