import type { ConfigReply } from "@keelson/protocol/api/owner-api.ts"
import { useState } from "react"
import { ownerApi } from "../../api/owner.ts"
import { useDeed } from "../../state/use-deed.ts"
import { useSpeaker } from "../../words/speaking.ts"
import { FailureNote } from "../failure-note.tsx"
import { SETUP_WORDS } from "./words.ts"

type KeyFormProps = {
  readonly providers: ConfigReply["providers"]
  /** The key of this provider is kept. */
  readonly onKept: (provider: string) => void
}

/** A key is pasted once; it goes to the server's own file and is gone from the page. */
export function KeyForm({ providers, onKept }: KeyFormProps) {
  const say = useSpeaker(SETUP_WORDS)
  const [provider, setProvider] = useState(providers[0]?.id ?? "")
  const [key, setKey] = useState("")
  const [isKept, setKept] = useState(false)
  const { isBusy, failure, run } = useDeed()
  const chosen = providers.find(({ id }) => id === provider)
  const keep = () =>
    run(async () => {
      await ownerApi.keepKey(provider, key)
      setKey("")
      setKept(true)
      onKept(provider)
    })
  return (
    <form
      className="key-form"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        if (key.trim() !== "") void keep()
      }}
    >
      <div className="start-grid">
        <label className="field">
          <span>{say("key.provider")}</span>
          <select className="input" value={provider} onChange={(event) => setProvider(event.target.value)}>
            {providers.map(({ id, label, is_set }) => (
              <option key={id} value={id}>
                {is_set ? say("key.has", label) : label}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>{say("key.key")}</span>
          <input
            className="input mono"
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={key}
            onChange={(event) => {
              setKept(false)
              setKey(event.target.value)
            }}
          />
        </label>
      </div>
      <p className="small quiet">
        {say("key.hint")}{" "}
        {chosen && (
          <a href={chosen.home_page} target="_blank" rel="noopener noreferrer nofollow">
            {say("key.get")}
          </a>
        )}
      </p>
      {failure && <FailureNote failure={failure} />}
      <div className="row">
        <button type="submit" className="button" disabled={isBusy || key.trim() === ""}>
          {say("key.keep")}
        </button>
        <span role="status" className="small">
          {isKept ? say("key.kept") : ""}
        </span>
      </div>
    </form>
  )
}
