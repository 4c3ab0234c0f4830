import type { SettingsReply } from "@keelson/protocol/api/api.ts"
import { useState } from "react"
import { api } from "../../api/client.ts"
import type { Failure } from "../../api/failure.ts"
import type { RunStarted } from "../../api/log-lines.ts"
import { forgetDraft, useDraft } from "../../state/draft.ts"
import { go, link } from "../../state/route.ts"
import { asFailure } from "../../state/use-loaded.ts"
import { isWord, type Say, useWords } from "../../words/use-words.ts"
import { StrategiesDialog } from "../compare/later.tsx"
import { FailureNote } from "../failure-note.tsx"
import { LimitFields } from "./limit-fields.tsx"
import { ModelButtons } from "./model-buttons.tsx"
import { OptionField } from "./option-field.tsx"
import { SourceField } from "./source-field.tsx"
import {
  ASKED_OPTIONS,
  type AskedOption,
  inForce,
  initialWish,
  isOnOffer,
  requestOf,
  type Wish,
  wishLike,
} from "./wish.ts"
import "./start-form.css"
import { MOD_KEY } from "../../state/mod-key.ts"

type StartFormProps = {
  readonly settings: SettingsReply
  /** The run that is to be done again, perhaps otherwise. */
  readonly like?: { readonly at: string; readonly started: RunStarted } | undefined
  /** The run that the request follows on. */
  readonly follows?: { readonly id: string; readonly started: RunStarted } | undefined
  /** A model that was chosen on the way here. */
  readonly model?: string
}

function withModel(wish: Wish, model: string): Wish {
  return model === "" ? wish : { ...wish, options: { ...wish.options, model } }
}

function firstWish(settings: SettingsReply, started: RunStarted | undefined): Wish {
  return started ? wishLike(started, settings) : initialWish(settings)
}

/** The request and how it shall be carried out; everything but the request has a default. */
export function StartForm({ settings, like, follows, model = "" }: StartFormProps) {
  const say = useWords()
  const draft = like ? `again.${like.at}` : follows ? `follows.${follows.id}` : "request"
  const [request, setRequest] = useDraft(draft, like?.started.request ?? "")
  const [wish, setWish] = useState<Wish>(() => withModel(firstWish(settings, like?.started ?? follows?.started), model))
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isSending, setSending] = useState(false)
  const [isComparing, setComparing] = useState(false)
  const change = (part: Partial<Wish>) => setWish((before) => ({ ...before, ...part }))

  const start = async () => {
    if (request.trim() === "" || isSending) return
    setSending(true)
    setFailure(null)
    try {
      const { run_id } = await api.start({
        ...requestOf(request, wish, settings),
        ...(follows ? { follows: follows.id } : {}),
      })
      forgetDraft(draft)
      // Whoever comes back before the page has changed finds a form that can be sent again.
      setRequest("")
      go(link.run(run_id))
    } catch (error) {
      setFailure(asFailure(error))
    } finally {
      setSending(false)
    }
  }

  const field = (option: AskedOption) => (
    <OptionField
      key={option.name}
      option={option}
      value={wish.options[option.name] ?? ""}
      standard={inForce(option, settings)}
      isOnOffer={isOnOffer(option, settings, wish.strategy)}
      onChange={(value) => change({ options: { ...wish.options, [option.name]: value } })}
    />
  )

  return (
    <>
      <form
        className="start-form panel"
        onSubmit={(event) => {
          event.preventDefault()
          void start()
        }}
      >
        <label className="field">
          <span>{say("start.request")}</span>
          <textarea
            // biome-ignore lint/a11y/noAutofocus: the page is opened to type.
            autoFocus
            className="input request-input"
            rows={6}
            placeholder={say("start.request.hint")}
            value={request}
            onChange={(event) => setRequest(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) void start()
            }}
          />
        </label>
        {!lacksModel(settings) && (
          <ModelButtons
            standard={settings.model}
            chosen={String(wish.options.model ?? "")}
            onChoose={(model) => change({ options: { ...wish.options, model } })}
          />
        )}
        {failure && <FailureNote failure={failure} />}
        <div className="row">
          <button type="submit" className="button primary start-button" disabled={isSending || request.trim() === ""}>
            {say(isSending ? "start.starting" : "start.do")} <kbd>{MOD_KEY}↵</kbd>
          </button>
          {settings.offers?.includes("compare") && !follows && (
            <button
              type="button"
              className="button"
              disabled={request.trim() === "" || wish.source.trim() !== ""}
              onClick={() => setComparing(true)}
            >
              {say("more.compare")}
            </button>
          )}
          <span className="quiet small">
            {settings.sandbox === null ? say("start.sandbox.none") : say("start.sandbox", { name: settings.sandbox })}
          </span>
        </div>
        <details className="start-options" open={settings.workspaces.length === 0}>
          <summary>{say("start.options")}</summary>
          <div className="start-options-body">
            <Strategies settings={settings} chosen={wish.strategy} onChange={(strategy) => change({ strategy })} />
            {ASKED_OPTIONS.filter(isSwitch).map(field)}
            <div className="start-grid">
              {settings.sources && (
                <SourceField allowed={settings.sources} value={wish.source} onChange={(source) => change({ source })} />
              )}
              {settings.workspaces.length > 0 && wish.source.trim() === "" && (
                <div className="field">
                  <span>{say("start.folder")}</span>
                  <FolderField
                    folders={settings.workspaces}
                    value={wish.workspace}
                    onChange={(workspace) => change({ workspace })}
                  />
                </div>
              )}
              {ASKED_OPTIONS.filter((option) => !isSwitch(option)).map(field)}
            </div>
            <LimitFields typed={wish.limits} limits={settings.limits} onChange={(limits) => change({ limits })} />
          </div>
        </details>
      </form>
      {isComparing && (
        <StrategiesDialog
          load={async () => ({ settings, request: requestOf(request, wish, settings) })}
          onClose={() => setComparing(false)}
          onStarted={() => forgetDraft(draft)}
        />
      )}
    </>
  )
}

/** Then the page offers to set one up. */
export function lacksModel({ model, offers = [] }: SettingsReply): boolean {
  return model === null && offers.includes("owner")
}

function isSwitch({ shape }: AskedOption): boolean {
  return shape.kind === "switch"
}

type FolderFieldProps = {
  readonly folders: readonly string[]
  readonly value: string
  readonly onChange: (folder: string) => void
}

function FolderField({ folders, value, onChange }: FolderFieldProps) {
  const say = useWords()
  const label = say("start.folder")
  if (folders.length < 2) {
    return (
      <input
        className="input mono"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  return (
    <select className="input mono" aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {folders.map((path) => (
        <option key={path}>{path}</option>
      ))}
    </select>
  )
}

type StrategiesProps = {
  readonly settings: SettingsReply
  readonly chosen: string
  readonly onChange: (name: string) => void
}

function Strategies({ settings, chosen, onChange }: StrategiesProps) {
  const say = useWords()
  return (
    <fieldset className="field strategies">
      <legend>{say("start.strategy")}</legend>
      <div className="strategy-list">
        {settings.strategies.map(({ name, summary }) => (
          <label key={name} className="strategy">
            <input
              type="radio"
              name="strategy"
              value={name}
              checked={name === chosen}
              onChange={() => onChange(name)}
            />
            <span>
              <strong>{name}</strong>
              <small>{inWords(say, name) ?? summary}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Our own words come in both languages; of other strategies only their author's are there. */
function inWords(say: Say, strategy: string): string | undefined {
  const key = `strategy.${strategy}`
  return isWord(key) ? say(key) : undefined
}
