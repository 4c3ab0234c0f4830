import { api } from "../api/client.ts"
import { FailureNote } from "../components/failure-note.tsx"
import { useLoaded } from "../state/use-loaded.ts"
import { useWords } from "../words/use-words.ts"
import { ComparePage } from "./compare-page.tsx"

/** The runs of one comparison, in the order in which they were started. */
export function ComparisonPage({ id }: { readonly id: string }) {
  const say = useWords()
  const { value, failure, reload } = useLoaded(id, async () => {
    const [open, archived] = await Promise.all([
      api.runs({ comparison: id }),
      api.runs({ comparison: id, archived: "true" }),
    ])
    return [...open.runs, ...archived.runs].sort((a, b) => a.created_at - b.created_at).map((run) => run.id)
  })
  if (value && value.length > 0) return <ComparePage ids={value} />
  return (
    <main className="page wide" id="main">
      {failure && <FailureNote failure={failure} onRetry={reload} />}
      {!failure && <p className="blank">{say(value ? "runs.nothing" : "loading")}</p>}
    </main>
  )
}
