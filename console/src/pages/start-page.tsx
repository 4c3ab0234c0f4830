import { api } from "../api/client.ts"
import { FailureNote } from "../components/failure-note.tsx"
import { StartForm } from "../components/start/start-form.tsx"
import { useLoaded } from "../state/use-loaded.ts"
import { useTitle } from "../state/use-title.ts"
import { useWords } from "../words/use-words.ts"

/** Where a run begins. */
export function StartPage() {
  const say = useWords()
  useTitle(say("nav.new"))
  const { value, failure, reload } = useLoaded("settings", api.settings)
  return (
    <main className="page narrow" id="main">
      <div className="page-head">
        <h1>{say("start.title")}</h1>
      </div>
      {failure && <FailureNote failure={failure} onRetry={reload} />}
      {value === null && !failure && <p className="blank">{say("loading")}</p>}
      {value && <StartForm settings={value} />}
    </main>
  )
}
