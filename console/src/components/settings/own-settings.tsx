import type { SettingsReply } from "@keelson/protocol/api/api.ts"
import { ownerApi } from "../../api/owner.ts"
import { useLoaded } from "../../state/use-loaded.ts"
import { useSpeaker } from "../../words/speaking.ts"
import { useWords } from "../../words/use-words.ts"
import { FailureNote } from "../failure-note.tsx"
import { KeptSize } from "../runs/kept-size.tsx"
import { ModelSetup } from "../setup/model-setup.tsx"
import { RefusalNote } from "../setup/refusal-note.tsx"
import { SandboxState } from "../setup/sandbox-state.tsx"
import { type SettingGroup, settingsIn } from "./setting.ts"
import { SettingRow } from "./setting-row.tsx"
import { SETTINGS_WORDS } from "./words.ts"

const GROUPS: readonly SettingGroup[] = ["ways", "allowed", "limits", "kept"]

type OwnSettingsProps = { readonly settings: SettingsReply; readonly onChanged: () => void }

/** What holds for new runs and who said so; the user's own word on it can be changed. */
export function OwnSettings({ settings, onChanged }: OwnSettingsProps) {
  const say = useSpeaker(SETTINGS_WORDS)
  const word = useWords()
  const { value: config, failure, reload } = useLoaded("config", ownerApi.config)
  if (!config) return failure ? <FailureNote failure={failure} onRetry={reload} /> : <p>{word("loading")}</p>
  const groups = settingsIn(
    config,
    settings.strategies.map(({ name }) => name),
  )
  const said = config.settings.find(({ key, value }) => key === "model" && value !== null)
  const kept = () => {
    reload()
    onChanged()
  }
  return (
    <>
      <p className="quiet">{say("where", config.user_file)}</p>
      <p className="quiet">{say("project", config.project_file)}</p>
      {config.refusal && <RefusalNote refusal={config.refusal} />}
      <section className="panel settings-group">
        <h2>{say("model")}</h2>
        <p>
          {settings.model ?? say("none")}{" "}
          <small className="quiet">{said && say(`from.${said.from}`, config.project_file)}</small>
        </p>
        {!config.refusal && <ModelSetup model={settings.model} onChanged={kept} />}
      </section>
      {GROUPS.map((group) => (
        <section key={group} className="panel settings-group">
          <h2>{say(group)}</h2>
          {groups[group].map((setting) => (
            <SettingRow
              key={setting.key}
              setting={setting}
              projectFile={config.project_file}
              isWritable={!config.refusal}
              onKept={kept}
            />
          ))}
          {group === "allowed" && <SandboxState settings={settings} />}
          {group === "kept" && <KeptSize settings={settings} onPruned={kept} />}
        </section>
      ))}
      <section className="panel settings-group">
        <h2>{say("here")}</h2>
        <p>
          {word("start.folder")}: <span className="mono">{settings.workspaces.join(", ")}</span>
        </p>
        <p>
          {word("settings.version")}: {settings.version}
        </p>
      </section>
    </>
  )
}
