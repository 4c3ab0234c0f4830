import { Fragment } from "react"
import { Icon } from "../icon.tsx"
import "./diff.css"

type DiffProps = {
  readonly text: string
  readonly label: string
  /** What is said below single lines, by their number. */
  readonly notes?: ReadonlyMap<number, string>
}

/** A unified diff, line by line in its colours; anything else (a command, say) is shown as it is. */
export function Diff({ text, label, notes }: DiffProps) {
  const lines = text.replace(/\n$/, "").split("\n")
  const isDiff = lines.some((line) => line.startsWith("@@") || line.startsWith("+++ "))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="diff" aria-label={label} tabIndex={0}>
      <code>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other name.
          <Fragment key={index}>
            <span className={isDiff ? kindOf(line) : ""}>{line === "" ? " " : line}</span>
            {notes?.has(index + 1) && <RiskNote>{notes.get(index + 1)}</RiskNote>}
          </Fragment>
        ))}
      </code>
    </section>
  )
}

function RiskNote({ children }: { readonly children: string | undefined }) {
  return (
    <strong className="risk-note">
      <Icon shape="asked" size={12} /> {children}
    </strong>
  )
}

function kindOf(line: string): string {
  if (/^(diff |index |--- |\+\+\+ )/.test(line)) return "head"
  if (line.startsWith("@@")) return "hunk"
  if (line.startsWith("+")) return "add"
  if (line.startsWith("-")) return "drop"
  return ""
}
