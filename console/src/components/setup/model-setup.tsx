import { useState } from "react"
import { api } from "../../api/client.ts"
import { ownerApi } from "../../api/owner.ts"
import { useLoaded } from "../../state/use-loaded.ts"
import { useSpeaker } from "../../words/speaking.ts"
import { KeyForm } from "./key-form.tsx"
import { ModelPicker } from "./model-picker.tsx"
import { RefusalNote } from "./refusal-note.tsx"
import { ServerForm } from "./server-form.tsx"
import { SETUP_WORDS } from "./words.ts"
import "../start/start-form.css"
import "./setup.css"

type ModelSetupProps = {
  /** The model of new runs; `null` where there is none. */
  readonly model: string | null
  /** There is another one now. */
  readonly onChanged: () => void
}

/** How there comes to be a model: one that was found, or a provider's key and one of its names. */
export function ModelSetup({ model, onChanged }: ModelSetupProps) {
  const say = useSpeaker(SETUP_WORDS)
  const [kept, setKept] = useState("")
  const chosen = kept || model
  const { value, reload } = useLoaded("model setup", async () => {
    const [config, found] = await Promise.all([ownerApi.config(), api.models()])
    return { config, usable: withKnown(found.usable, config.providers) }
  })
  if (!value) return null
  const choose = (name: string) => {
    setKept(name)
    onChanged()
  }
  const { config, usable } = value
  if (config.refusal) return <RefusalNote refusal={config.refusal} />
  return (
    <section className="setup-part" aria-label={say("model.which")}>
      <h3>{say(chosen === null ? "model.none" : "model.which")}</h3>
      <ModelPicker usable={usable} chosen={chosen} onChosen={choose} />
      <p role="status" className="small">
        {kept === "" ? "" : say("model.kept", kept)}
      </p>
      <details className="setup-key" open={usable.length === 0}>
        <summary>{say("key.title")}</summary>
        <KeyForm providers={config.providers} onKept={reload} />
      </details>
      <details className="setup-key">
        <summary>{say("server.title")}</summary>
        <ServerForm onKept={choose} />
      </details>
    </section>
  )
}

type Usable = readonly { readonly label: string; readonly models: string[] }[]
type Providers = Awaited<ReturnType<typeof ownerApi.config>>["providers"]

/** A provider whose key is there but does not list its models has at least those that are known by name. */
function withKnown(found: Usable, providers: Providers): { label: string; models: string[] }[] {
  const listed = found.filter(({ models }) => models.length > 0)
  const names = new Set(listed.flatMap(({ models }) => models.map(providerOf)))
  const known = providers.filter(({ id, is_set, models }) => is_set && models.length > 0 && !names.has(id))
  return [...listed, ...known.map(({ label, models }) => ({ label, models }))]
}

function providerOf(model: string): string {
  return model.split(":")[0] ?? ""
}
