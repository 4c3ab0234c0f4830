import type { SettingsReply } from "@keelson/protocol/api/api.ts"
import { ModelSetup } from "./model-setup.tsx"
import { SandboxState } from "./sandbox-state.tsx"
import { WatchDemo } from "./watch-demo.tsx"
import "./setup.css"

type FirstUseProps = { readonly settings: SettingsReply; readonly onChanged: () => void }

/** What there is to do before anything was done: the demo, a model, and whether commands are confined. */
export function FirstUse({ settings, onChanged }: FirstUseProps) {
  const { offers = [], model } = settings
  return (
    <div className="setup">
      {offers.includes("demo") && <WatchDemo isFirst={model === null} />}
      {offers.includes("owner") && <ModelSetup model={model} onChanged={onChanged} />}
      <SandboxState settings={settings} />
    </div>
  )
}
