import type { SettingsReply } from "@keelson/protocol/api/api.ts"
import { reteller } from "@keelson/text/words/retold.ts"
import { useSpeaker } from "../../words/speaking.ts"
import { useLanguage } from "../../words/use-words.ts"
import { SANDBOX_WORDS } from "./sandbox-words.ts"
import { SETUP_WORDS } from "./words.ts"

const retell = reteller(SANDBOX_WORDS)

/** Whether commands are confined; where they are not, what to do about it. */
export function SandboxState({ settings }: { readonly settings: SettingsReply }) {
  const say = useSpeaker(SETUP_WORDS)
  const language = useLanguage()
  const { sandbox, sandbox_missing: missing } = settings
  return (
    <section className="setup-part">
      <p className="small">{sandbox === null ? say("sandbox.none") : say("sandbox", sandbox)}</p>
      {missing !== undefined && (
        <p className="small quiet">
          {say("sandbox.do")} {retell(missing, language)}
        </p>
      )}
    </section>
  )
}
