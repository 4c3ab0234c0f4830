import { useSpeaker } from "../../words/speaking.ts"
import { Dialog } from "../dialog.tsx"
import { SETTINGS_WORDS } from "./words.ts"

type LooserDialogProps = {
  readonly setting: string
  readonly value: string
  readonly onClose: () => void
  readonly onYes: () => void
}

/** Asks once more, in plain words, before runs are allowed more than now. The first button leaves things as they are. */
export function LooserDialog({ setting, value, onClose, onYes }: LooserDialogProps) {
  const say = useSpeaker(SETTINGS_WORDS)
  const key = `looser.${setting}.${value}`
  return (
    <Dialog title={say("looser.title")} onClose={onClose}>
      <p>{say(isSaid(key) ? key : "looser.any")}</p>
      <div className="row">
        <button type="button" className="button" onClick={onClose}>
          {say("looser.no")}
        </button>
        <button type="button" className="button danger" onClick={onYes}>
          {say("looser.yes")}
        </button>
      </div>
    </Dialog>
  )
}

function isSaid(key: string): key is keyof typeof SETTINGS_WORDS {
  return Object.hasOwn(SETTINGS_WORDS, key)
}
