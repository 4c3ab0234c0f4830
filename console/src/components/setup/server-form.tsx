import { useState } from "react"
import { ownerApi } from "../../api/owner.ts"
import { useDeed } from "../../state/use-deed.ts"
import { useSpeaker } from "../../words/speaking.ts"
import { FailureNote } from "../failure-note.tsx"
import { SETUP_WORDS } from "./words.ts"

/** Makes a model of the user's own server the model of new runs. */
export function ServerForm({ onKept }: { readonly onKept: (model: string) => void }) {
  const say = useSpeaker(SETUP_WORDS)
  const [address, setAddress] = useState("")
  const [name, setName] = useState("")
  const { isBusy, failure, run } = useDeed()
  const isReady = address.trim() !== "" && name.trim() !== ""
  const keep = () =>
    run(async () => {
      const model = `openai-compatible:${name.trim()}`
      await ownerApi.keep({ key: "model", value: model, base_url: address.trim() })
      onKept(model)
    })
  return (
    <form
      className="key-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void keep()
      }}
    >
      <p className="small quiet">{say("server.hint")}</p>
      <div className="start-grid">
        <label className="field">
          <span>{say("server.address")}</span>
          <input
            className="input mono"
            type="url"
            placeholder="http://127.0.0.1:8080/v1"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        </label>
        <label className="field">
          <span>{say("server.model")}</span>
          <input className="input mono" value={name} onChange={(event) => setName(event.target.value)} />
        </label>
      </div>
      {failure && <FailureNote failure={failure} />}
      <div className="row">
        <button type="submit" className="button" disabled={isBusy || !isReady}>
          {say("server.use")}
        </button>
      </div>
    </form>
  )
}
