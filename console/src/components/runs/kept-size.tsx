import type { SettingsReply } from "@keelson/protocol/api/api.ts"
import { size } from "@keelson/text/words/units.ts"
import { useWords } from "../../words/use-words.ts"
import { PruneButton } from "./prune-button.tsx"

type KeptSizeProps = { readonly settings: SettingsReply; readonly onPruned: () => void }

/** What runs and checkpoints take on the disk, and what can be done about it. */
export function KeptSize({ settings: { kept, offers = [] }, onPruned }: KeptSizeProps) {
  const say = useWords()
  if (!kept) return null
  return (
    <div className="row quiet small">
      <span>{say("runs.kept", { runs: size(kept.runs), checkpoints: size(kept.checkpoints) })}</span>
      {offers.includes("owner") && <PruneButton onDone={onPruned} />}
    </div>
  )
}
