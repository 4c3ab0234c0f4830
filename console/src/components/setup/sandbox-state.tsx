import type { SettingsReply } from "@keelson/protocol/api.ts"
import { useSpeaker } from "../../words/speaking.ts"
import { SETUP_WORDS } from "./words.ts"

/** Whether commands are confined; where they are not, what to do about it. */
export function SandboxState({ settings }: { readonly settings: SettingsReply }) {
  const say = useSpeaker(SETUP_WORDS)
  const { sandbox, sandbox_missing: missing } = settings
  return (
    <section className="setup-part">
      <p className="small">{sandbox === null ? say("sandbox.none") : say("sandbox", sandbox)}</p>
      {missing !== undefined && (
        <p className="small quiet">
          {say("sandbox.do")} <span lang="en">{missing}</span>
        </p>
      )}
    </section>
  )
}
