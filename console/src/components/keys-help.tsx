import { useState } from "react"
import { useCommands } from "../state/commands.ts"
import { useKeys } from "../state/keys.ts"
import { MOD_KEY } from "../state/mod-key.ts"
import type { WordKey } from "../words/en.ts"
import { useWords } from "../words/use-words.ts"
import { Dialog } from "./dialog.tsx"
import "./keys-help.css"

type KeyGroup = { readonly title: WordKey; readonly keys: readonly (readonly [keys: string, does: WordKey])[] }

const GROUPS: readonly KeyGroup[] = [
  {
    title: "keys.everywhere",
    keys: [
      [`${MOD_KEY}K`, "keys.palette"],
      ["?", "keys.help"],
      ["/", "keys.filter"],
      ["j k", "keys.next"],
      ["Enter", "keys.open"],
      ["Esc", "keys.back"],
    ],
  },
  {
    title: "keys.run",
    keys: [
      ["[ ]", "keys.rounds"],
      ["p", "keys.play"],
      [", .", "keys.marks"],
      [`${MOD_KEY}S`, "keys.now"],
    ],
  },
  {
    title: "timeline.label",
    keys: [
      ["← →", "keys.bars"],
      ["↑ ↓", "keys.lanes"],
      ["+ − 0", "keys.zoom"],
    ],
  },
  {
    title: "keys.question",
    keys: [
      ["y n", "keys.answer"],
      ["⇧R ⇧A", "keys.wide"],
      ["y e n ⇧P", "keys.plan"],
      [`${MOD_KEY}↵`, "keys.send"],
    ],
  },
  {
    title: "keys.list",
    keys: [
      ["x c", "keys.compare"],
      ["n", "keys.new"],
    ],
  },
]

/** All keys, behind `?`. */
export function KeysHelp() {
  const say = useWords()
  const [isOpen, setOpen] = useState(false)
  useKeys({ "?": () => setOpen(true) })
  useCommands([{ id: "keys", label: say("keys.title"), run: () => setOpen(true) }])
  return (
    <>
      <button
        type="button"
        className="button plain keys-button"
        aria-label={say("keys.title")}
        title={`${say("keys.title")} (?)`}
        onClick={() => setOpen(true)}
      >
        ?
      </button>
      {isOpen && (
        <Dialog title={say("keys.title")} onClose={() => setOpen(false)}>
          <div className="keys-help">
            {GROUPS.map(({ title, keys }) => (
              <section key={title}>
                <h3 className="eyebrow">{say(title)}</h3>
                <dl>
                  {keys.map(([names, does]) => (
                    <div key={names}>
                      <dt>
                        {names.split(" ").map((name) => (
                          <kbd key={name} className="key">
                            {name}
                          </kbd>
                        ))}
                      </dt>
                      <dd>{say(does)}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
        </Dialog>
      )}
    </>
  )
}
