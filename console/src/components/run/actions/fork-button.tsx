import { useWords } from "../../../words/use-words.ts"
import { useOpenFork } from "./fork-opening.ts"

/** Goes on from here in a new run. */
export function ForkButton({ place, isPlain = false }: { readonly place: string; readonly isPlain?: boolean }) {
  const say = useWords()
  const open = useOpenFork()
  if (!open) return null
  return (
    <button type="button" className={isPlain ? "button plain small" : "button"} onClick={() => open(place)}>
      {say("fork")}
    </button>
  )
}
