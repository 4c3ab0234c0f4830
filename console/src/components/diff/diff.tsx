import "./diff.css"

/** A unified diff, line by line in its colours; anything else (a command, say) is shown as it is. */
export function Diff({ text, label }: { readonly text: string; readonly label: string }) {
  const lines = text.replace(/\n$/, "").split("\n")
  const isDiff = lines.some((line) => line.startsWith("@@") || line.startsWith("+++ "))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="diff" aria-label={label} tabIndex={0}>
      <code>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other name.
          <span key={index} className={isDiff ? kindOf(line) : ""}>
            {line === "" ? " " : line}
          </span>
        ))}
      </code>
    </section>
  )
}

function kindOf(line: string): string {
  if (/^(diff |index |--- |\+\+\+ )/.test(line)) return "head"
  if (line.startsWith("@@")) return "hunk"
  if (line.startsWith("+")) return "add"
  if (line.startsWith("-")) return "drop"
  return ""
}
