import { useId, useMemo, useState } from "react"
import { api } from "../api/client.ts"
import { offeredCommands } from "../state/commands.ts"
import { flipTheme, setPreferences, usePreferences } from "../state/preferences.ts"
import { go, link } from "../state/route.ts"
import { useLoaded } from "../state/use-loaded.ts"
import { useWords } from "../words/use-words.ts"
import { MarkIcon } from "./badge.tsx"
import { useModal } from "./dialog.tsx"
import { itemMark, type Mark } from "./marks.ts"
import "./palette.css"

type Entry = {
  readonly id: string
  readonly label: string
  readonly note: string
  readonly mark?: Mark
  readonly run: () => void
}

/** Everything by name: pages, runs, switches. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const say = useWords()
  const ref = useModal(onClose)
  const listId = useId()
  const { language } = usePreferences()
  const { value } = useLoaded("palette", () => api.runs({}, { limit: 50 }))
  const [text, setText] = useState("")
  const [at, setAt] = useState(0)
  const [here] = useState(() => offeredCommands().map((command): Entry => ({ ...command, note: "" })))
  const entries = useMemo((): Entry[] => {
    const actions: Entry[] = [
      { id: "new", label: say("nav.new"), note: "", run: () => go(link.create()) },
      { id: "runs", label: say("nav.runs"), note: "", run: () => go(link.runs()) },
      { id: "settings", label: say("nav.settings"), note: "", run: () => go(link.settings()) },
      { id: "theme", label: say("switch.theme"), note: "", run: flipTheme },
      {
        id: "language",
        label: say("switch.language"),
        note: "中文 / English",
        run: () => setPreferences({ language: language === "zh" ? "en" : "zh" }),
      },
    ]
    const runs = (value?.runs ?? []).map(
      (run): Entry => ({
        id: run.id,
        label: run.title,
        note: run.strategy,
        mark: itemMark(run),
        run: () => go(link.run(run.id)),
      }),
    )
    return [...here, ...actions, ...runs]
  }, [say, value, language, here])
  const found = entries.filter((entry) => matches(`${entry.label} ${entry.note} ${entry.id}`, text)).slice(0, 12)
  const chosen = found[Math.min(at, found.length - 1)]
  const pick = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    entry.run()
  }
  return (
    <dialog ref={ref} className="palette" aria-label={say("palette.open")}>
      <input
        autoFocus
        className="palette-input"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={chosen ? `${listId}-${chosen.id}` : undefined}
        aria-label={say("palette.open")}
        placeholder={say("palette.hint")}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") setAt(Math.min(found.length - 1, at + 1))
          else if (event.key === "ArrowUp") setAt(Math.max(0, at - 1))
          else if (event.key === "Enter") pick(chosen)
          else return
          event.preventDefault()
        }}
      />
      <div className="palette-list" id={listId} role="listbox" aria-label={say("palette.open")}>
        {found.map((entry) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the focus and with it the keys.
          <div
            key={entry.id}
            id={`${listId}-${entry.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={entry === chosen}
            onClick={() => pick(entry)}
          >
            {entry.mark && <MarkIcon mark={entry.mark} />}
            <span className="cut grow">{entry.label}</span>
            <span className="quiet small">{entry.note}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="blank">{say("palette.none")}</p>}
    </dialog>
  )
}

function matches(text: string, wanted: string): boolean {
  const lower = text.toLowerCase()
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}
