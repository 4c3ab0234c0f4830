import type { SettingsReply } from "@keelson/protocol/api.ts"
import { size } from "@keelson/text/units.ts"
import { useWords } from "../../words/use-words.ts"

/** Above this the command that removes old runs is named, as on the command line. */
const MUCH = 2e9

/** What runs and checkpoints take on the disk. */
export function KeptSize({ kept }: { readonly kept: NonNullable<SettingsReply["kept"]> }) {
  const say = useWords()
  const isMuch = kept.runs + kept.checkpoints >= MUCH
  return (
    <p className="quiet small">
      {say("runs.kept", { runs: size(kept.runs), checkpoints: size(kept.checkpoints) })}
      {isMuch && ` ${say("runs.prune")}`}
    </p>
  )
}
