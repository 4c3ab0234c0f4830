import { withoutAnsi } from "@keelson/text/ansi.ts"
import { spelledLine } from "../../diff/spelled-line.ts"

/** So much of a growing output is in sight; opened, the task has all of it. */
const LINES = 8

/** The newest lines of what a command prints. */
export function OutputTail({ text }: { readonly text: string }) {
  if (text.trim() === "") return null
  // What a carriage return has overwritten is not there any more.
  const lines = text.slice(-4000).trimEnd().split("\n").slice(-LINES)
  return (
    <div className="glimpse glimpse-output">
      <code>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other name.
          <span key={index}>{spelledLine(withoutAnsi(line.replace(/\r$/, "").split("\r").at(-1) ?? "")) || " "}</span>
        ))}
      </code>
    </div>
  )
}
