import { ownerApi } from "../../api/owner.ts"
import { go, link } from "../../state/route.ts"
import { useDeed } from "../../state/use-deed.ts"
import { useSpeaker } from "../../words/speaking.ts"
import { FailureNote } from "../failure-note.tsx"
import { Icon } from "../icon.tsx"
import { SETUP_WORDS } from "./words.ts"

/** Plays the demo as a run, and opens it. */
export function WatchDemo({ isFirst }: { readonly isFirst: boolean }) {
  const say = useSpeaker(SETUP_WORDS)
  const { isBusy, failure, run } = useDeed()
  const watch = () => run(async () => go(link.run((await ownerApi.demo()).run_id)))
  return (
    <section className="setup-part">
      <div className="row">
        <button
          type="button"
          className={isFirst ? "button primary" : "button"}
          disabled={isBusy}
          onClick={() => void watch()}
        >
          <Icon shape="play" size={11} /> {say(isBusy ? "demo.starting" : "demo")}
        </button>
      </div>
      <p className="small quiet">{say("demo.hint")}</p>
      {failure && <FailureNote failure={failure} />}
    </section>
  )
}
