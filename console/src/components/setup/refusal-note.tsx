import type { OwnerRefusal } from "@keelson/protocol/api/owner-api.ts"
import { useSpeaker } from "../../words/speaking.ts"
import { SETUP_WORDS } from "./words.ts"

/** Why nothing can be changed from here. */
export function RefusalNote({ refusal }: { readonly refusal: OwnerRefusal }) {
  const say = useSpeaker(SETUP_WORDS)
  return <p className="note small">{say(refusal)}</p>
}
