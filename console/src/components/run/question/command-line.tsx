import { spelledOut } from "@keelson/text/spelled-out.ts"
import { useWords } from "../../../words/use-words.ts"

/** A command as a shell would show it. */
export function CommandLine({ command }: { readonly command: string }) {
  const say = useWords()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="command" aria-label={say("question.command")} tabIndex={0}>
      <pre>
        <code>{spelledOut(command)}</code>
      </pre>
    </section>
  )
}
