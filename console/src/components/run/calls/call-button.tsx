import { callOf } from "@keelson/protocol/log/key.ts"
import { useWords } from "../../../words/use-words.ts"
import { useOpenCall } from "./open-call.ts"

/** Opens the call that a fact is about. */
export function CallButton({ fact }: { readonly fact: string }) {
  const say = useWords()
  const open = useOpenCall()
  if (!open) return null
  return (
    <button type="button" className="button" onClick={() => open(callOf(fact))}>
      {say("call.open")}
    </button>
  )
}
