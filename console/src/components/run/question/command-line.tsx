import type { CommandRisk } from "@keelson/protocol/event.ts"
import { spelledOut } from "@keelson/text/spelled-out.ts"
import { useWords } from "../../../words/use-words.ts"
import { Icon } from "../../icon.tsx"

type CommandLineProps = { readonly command: string; readonly risks: readonly CommandRisk[] }

/** A command as a shell would show it, and what in it deserves a second look. */
export function CommandLine({ command, risks }: CommandLineProps) {
  const say = useWords()
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="command" aria-label={say("question.command")} tabIndex={0}>
        <pre>
          <code>{spelledOut(command)}</code>
        </pre>
      </section>
      {risks.length > 0 && (
        <ul className="risks" aria-label={say("question.risks")}>
          {risks.map((risk) => (
            <li key={risk}>
              <Icon shape="asked" size={14} /> {say(`risk.${risk}`)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
