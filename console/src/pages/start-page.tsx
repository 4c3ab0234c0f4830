import { runTitle } from "@keelson/text/run-title.ts"
import { api } from "../api/client.ts"
import { readStart } from "../api/log-lines.ts"
import { FailureNote } from "../components/failure-note.tsx"
import { ModelSetup } from "../components/setup/later.tsx"
import { lacksModel, StartForm } from "../components/start/start-form.tsx"
import { useAddress } from "../state/address.ts"
import { link } from "../state/route.ts"
import { useLoaded } from "../state/use-loaded.ts"
import { useTitle } from "../state/use-title.ts"
import { useWords } from "../words/use-words.ts"

/** Where a run begins: from nothing, like another one, or as its sequel. */
export function StartPage() {
  const say = useWords()
  useTitle(say("nav.new"))
  const { get } = useAddress()
  const [from, follows] = [get("from"), get("follows")]
  const other = from || follows
  const { value, failure, reload } = useLoaded(`settings ${other}`, async () => ({
    settings: await api.settings(),
    started: other === "" ? null : await readStart(other),
  }))
  const started = value?.started
  return (
    <main className="page narrow" id="main">
      <div className="page-head">
        <h1>{say(follows === "" ? "start.title" : "start.follows")}</h1>
      </div>
      {started && (
        <p className="quiet">
          {say(from === "" ? "start.after" : "start.like")} <a href={link.run(other)}>{runTitle(started.request)}</a>
        </p>
      )}
      {failure && <FailureNote failure={failure} onRetry={reload} />}
      {value === null && !failure && <p className="blank">{say("loading")}</p>}
      {value && lacksModel(value.settings) && (
        <div className="panel start-setup">
          <ModelSetup model={null} onChanged={reload} />
        </div>
      )}
      {value && (
        <StartForm
          key={other}
          settings={value.settings}
          model={get("model")}
          like={started && from !== "" ? { at: from, started } : undefined}
          follows={started && from === "" ? { id: follows, started } : undefined}
        />
      )}
    </main>
  )
}
