import { useNotifying } from "../../state/needs-you.ts"
import { useWords } from "../../words/use-words.ts"

/** Notifications, for who wants them. */
export function NotifySwitch() {
  const say = useWords()
  const { isPossible, isOn, turn } = useNotifying()
  if (!isPossible) return null
  return (
    <button type="button" className="button plain" aria-pressed={isOn} onClick={turn}>
      {say(isOn ? "notify.on" : "notify.off")}
    </button>
  )
}
