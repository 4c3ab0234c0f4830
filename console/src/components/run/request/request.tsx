import { RUN_OPTIONS } from "@keelson/options/run-options.ts"
import { percent } from "@keelson/text/words/units.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import type { Story } from "@keelson/view/story.ts"
import { useReasons } from "../../../words/retold.ts"
import { useDeclaredWords, useWords } from "../../../words/use-words.ts"
import { TextItems } from "../../text-items.tsx"
import { MomentRow } from "../stage/moment-row.tsx"

/** What was asked for, what the run understood of it, and where it works. */
export function RequestPanel({ view, story }: { readonly view: RunView; readonly story: Story }) {
  const say = useWords()
  const words = useDeclaredWords()
  const reason = useReasons()
  const { analysis, environment, chosen } = view
  return (
    <section className="panel request" aria-label={say("request.label")}>
      <h2 className="eyebrow">{say("request.label")}</h2>
      <pre className="request-text">{view.request}</pre>
      {view.askedBy !== undefined && <p className="small quiet">{say("by", { name: view.askedBy })}</p>}
      {analysis && (
        <>
          <h2 className="eyebrow">
            {say("request.understood")} {view.compression === null ? "" : percent(view.compression)}
          </h2>
          <p>{analysis.core_goal}</p>
          <Points title={say("request.requirements")} items={analysis.requirements} />
          <Points title={say("request.constraints")} items={analysis.constraints} />
        </>
      )}
      {chosen && (
        <p>
          {say("request.chosen")} <code>{chosen.strategy}</code> – {reason(chosen.reason)}
        </p>
      )}
      <Talk story={story} />
      {environment && (
        <dl className="arguments">
          <Pair name={say("start.folder")} value={environment.workspace} />
          <Pair name={words(RUN_OPTIONS.model.form.label)} value={environment.model} />
          <Pair name={words(RUN_OPTIONS.approve.form.label)} value={say(`approve.${environment.approve}`)} />
          <Pair name={say("request.tools")} value={environment.tools.join(", ")} />
          {environment.scope.length > 0 && (
            <Pair name={words(RUN_OPTIONS.scope.form.label)} value={environment.scope.join(", ")} />
          )}
        </dl>
      )}
    </section>
  )
}

const TALK: ReadonlySet<string> = new Set(["question", "answer"])

/** What the run asked, and what it was told. */
function Talk({ story }: { readonly story: Story }) {
  const say = useWords()
  const moments = story.moments.filter(({ kind }) => TALK.has(kind))
  if (moments.length === 0) return null
  return (
    <>
      <h2 className="eyebrow">{say("request.talk")}</h2>
      {moments.slice(-MOST_TALK).map((moment) => (
        <MomentRow key={moment.seq} moment={moment} />
      ))}
    </>
  )
}

/** So many of the newest are in sight; the log has all of them. */
const MOST_TALK = 100

function Points({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <div>
      <p className="small quiet">{title}</p>
      <ul className="points">
        <TextItems items={items} />
      </ul>
    </div>
  )
}

function Pair({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <pre>{value}</pre>
      </dd>
    </div>
  )
}
