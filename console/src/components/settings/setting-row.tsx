import { isLooser } from "@keelson/options/own-settings.ts"
import { useEffect, useId, useState } from "react"
import { ownerApi } from "../../api/owner.ts"
import { useDeed } from "../../state/use-deed.ts"
import { useSpeaker } from "../../words/speaking.ts"
import { type Say, useDeclaredWords, useWords } from "../../words/use-words.ts"
import { FailureNote } from "../failure-note.tsx"
import { LooserDialog } from "./looser-dialog.tsx"
import { heldText, type Setting, valueFor } from "./setting.ts"
import { SETTINGS_WORDS } from "./words.ts"

type SettingRowProps = {
  readonly setting: Setting
  readonly projectFile: string
  /** Whoever looks may change it. */
  readonly isWritable: boolean
  readonly onKept: () => void
}

/** One setting: what holds, who said so, and the user's own word on it. */
export function SettingRow({ setting, projectFile, isWritable, onKept }: SettingRowProps) {
  const say = useSpeaker(SETTINGS_WORDS)
  const words = useDeclaredWords()
  const id = useId()
  const [typed, setTyped] = useState(setting.own)
  const [isKept, setKept] = useState(false)
  const { isBusy, failure, run, forget } = useDeed()
  // What was kept elsewhere meanwhile is shown.
  useEffect(() => setTyped(setting.own), [setting.own])
  const [isAsking, setAsking] = useState(false)
  const value = valueFor(setting, typed)
  const keep = (confirmed: boolean) =>
    run(async () => {
      setAsking(false)
      await ownerApi.keep({ key: setting.key, value, confirmed })
      setKept(true)
      onKept()
    })
  // The server has the last word on it.
  const isRefused = failure?.code === "looser"
  return (
    <form
      className="setting"
      onSubmit={(event) => {
        event.preventDefault()
        if (isLooser(setting.key, setting.held?.value, value)) setAsking(true)
        else void keep(false)
      }}
    >
      <label htmlFor={id}>
        {words(setting.field.label)}
        {setting.field.hint && <small>{words(setting.field.hint)}</small>}
      </label>
      <div className="setting-own">
        {isWritable && (
          <div className="row">
            <OwnField
              {...{ id, setting, typed }}
              onChange={(text) => {
                setKept(false)
                setTyped(text)
              }}
            />
            {typed !== setting.own && (
              <button type="submit" className="button" disabled={isBusy}>
                {say(isBusy ? "keeping" : "keep")}
              </button>
            )}
          </div>
        )}
        <small className="quiet">
          <HeldWords {...{ setting, projectFile }} />
        </small>
        <span role="status" className="small">
          {isKept ? say("done") : ""}
        </span>
        {failure && !isRefused && <FailureNote failure={failure} />}
      </div>
      {(isAsking || isRefused) && (
        <LooserDialog
          setting={setting.key}
          value={String(value ?? "")}
          onClose={() => {
            setAsking(false)
            forget()
          }}
          onYes={() => void keep(true)}
        />
      )}
    </form>
  )
}

type OwnFieldProps = {
  readonly id: string
  readonly setting: Setting
  readonly typed: string
  readonly onChange: (text: string) => void
}

function OwnField({ id, setting, typed, onChange }: OwnFieldProps) {
  const say = useSpeaker(SETTINGS_WORDS)
  const word = useWords()
  const words = useDeclaredWords()
  if (!setting.values) {
    return (
      <input
        id={id}
        className="input grow"
        {...(setting.isNumber ? { type: "number", min: 0, step: "any" } : {})}
        placeholder={say("standard")}
        value={typed}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  return (
    <select id={id} className="input grow" value={typed} onChange={(event) => onChange(event.target.value)}>
      <option value="">{say("standard")}</option>
      {setting.values.map((each) => (
        <option key={each} value={each}>
          {nameOf(setting, each, word, words)}
        </option>
      ))}
    </select>
  )
}

function HeldWords({ setting, projectFile }: Pick<SettingRowProps, "setting" | "projectFile">) {
  const say = useSpeaker(SETTINGS_WORDS)
  const word = useWords()
  const words = useDeclaredWords()
  const { held } = setting
  if (!held) return null
  const text = heldText(setting)
  const value = text === "" ? say("none") : nameOf(setting, text, word, words)
  const isOver = setting.own !== "" && setting.own !== text
  return (
    <>
      {say("in.force", value)} · {say(`from.${held.from}`, projectFile)}
      {isOver && ` · ${say("stronger")}`}
    </>
  )
}

function nameOf({ field }: Setting, value: string, word: Say, words: ReturnType<typeof useDeclaredWords>): string {
  if (value === "true" || value === "false") return word(value === "true" ? "yes" : "no")
  const named = field.values?.[value]
  return named ? words(named) : value
}
