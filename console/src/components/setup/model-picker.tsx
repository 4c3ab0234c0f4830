import type { ModelsReply } from "@keelson/protocol/api/api.ts"
import { useState } from "react"
import { ownerApi } from "../../api/owner.ts"
import { useDeed } from "../../state/use-deed.ts"
import { useSpeaker } from "../../words/speaking.ts"
import { FailureNote } from "../failure-note.tsx"
import { SETUP_WORDS } from "./words.ts"

type ModelPickerProps = {
  /** What could be asked now, by whom. */
  readonly usable: ModelsReply["usable"]
  /** The one that new runs have. */
  readonly chosen: string | null
  readonly onChosen: (model: string) => void
}

/** So many of one provider; others are typed. */
const MOST = 6

/** Models as buttons; a press makes one the model of new runs. */
export function ModelPicker({ usable, chosen, onChosen }: ModelPickerProps) {
  const say = useSpeaker(SETUP_WORDS)
  const { isBusy, failure, run } = useDeed()
  const [typed, setTyped] = useState("")
  const choose = (model: string) =>
    run(async () => {
      await ownerApi.keep({ key: "model", value: model })
      onChosen(model)
    })
  return (
    <div className="setup-models">
      {usable.map(({ label, models }) => (
        <fieldset key={label} className="model-buttons" disabled={isBusy}>
          <legend className="small quiet">{say("model.known", label)}</legend>
          {models.slice(0, MOST).map((name) => (
            <button
              key={name}
              type="button"
              className="button"
              aria-pressed={name === chosen}
              onClick={() => void choose(name)}
            >
              {name}
            </button>
          ))}
        </fieldset>
      ))}
      <form
        className="row setup-other"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() !== "") void choose(typed.trim())
        }}
      >
        <input
          className="input mono grow"
          aria-label={say("model.other")}
          placeholder="provider:name"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" className="button" disabled={isBusy || typed.trim() === ""}>
          {say("model.use")}
        </button>
      </form>
      {failure && <FailureNote failure={failure} />}
    </div>
  )
}
