import type { Line } from "../../../api/stream/message.ts"
import { useWords } from "../../../words/use-words.ts"

/** A quiet line while the server can't be heard; what is on the page stays. */
export function LineNote({ line }: { readonly line: Line }) {
  const say = useWords()
  if (line !== "lost") return null
  return (
    <p className="line-note small" role="status">
      {say("line.lost")}
    </p>
  )
}
