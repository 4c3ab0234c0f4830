import { isEnd } from "@keelson/protocol/log/outcome.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import { useState } from "react"
import { api } from "../../../api/client.ts"
import type { Failure } from "../../../api/failure.ts"
import { readStart } from "../../../api/log-lines.ts"
import { useCommands } from "../../../state/commands.ts"
import { go, link } from "../../../state/route.ts"
import { asFailure } from "../../../state/use-loaded.ts"
import type { WordKey } from "../../../words/en.ts"
import { useWords } from "../../../words/use-words.ts"
import { StrategiesDialog } from "../../compare/later.tsx"
import { Dialog } from "../../dialog.tsx"
import { FailureNote } from "../../failure-note.tsx"
import { copyText, download } from "../../output/hand-out.ts"
import { requestOf, wishLike } from "../../start/wish.ts"
import { ReplayDialog } from "./replay-dialog.tsx"
import "./more-actions.css"

type Deed = { readonly word: WordKey; readonly run: () => Promise<unknown> | undefined }

type MoreActionsProps = { readonly runId: string; readonly view: RunView; readonly onChanged: () => void }

/** What one seldom does with a run: again, otherwise, on from here; and what one takes along. */
export function MoreActions({ runId, view, onChanged }: MoreActionsProps) {
  const say = useWords()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isCopied, setCopied] = useState(false)
  const [isReplaying, setReplaying] = useState(false)
  const [isComparing, setComparing] = useState(false)
  const deeds = deedsOf(runId, view, {
    onCopied: () => setCopied(true),
    onReplay: () => setReplaying(true),
    onCompare: () => setComparing(true),
    onChanged,
  })
  const act = (deed: Deed) => deed.run()?.catch((error: unknown) => setFailure(asFailure(error)))
  useCommands(deeds.map((deed) => ({ id: deed.word, label: say(deed.word), run: () => void act(deed) })))
  return (
    <>
      <details className="more-actions">
        <summary className="button">{say("more")}</summary>
        <ul>
          {deeds.map((deed) => (
            <li key={deed.word}>
              <button
                type="button"
                onClick={(event) => {
                  if (deed.word !== "more.link") closeMenu(event.currentTarget)
                  void act(deed)
                }}
              >
                {say(deed.word === "more.link" && isCopied ? "copied" : deed.word)}
              </button>
            </li>
          ))}
        </ul>
      </details>
      {isReplaying && <ReplayDialog runId={runId} onClose={() => setReplaying(false)} />}
      {isComparing && <StrategiesDialog load={() => toCompare(runId)} onClose={() => setComparing(false)} />}
      {failure && (
        <Dialog title={say("more")} onClose={() => setFailure(null)}>
          <FailureNote failure={failure} />
        </Dialog>
      )}
    </>
  )
}

/** The focus stays with the menu, so that a dialog can give it back. */
function closeMenu(item: Element): void {
  const menu = item.closest("details")
  menu?.removeAttribute("open")
  menu?.querySelector("summary")?.focus()
}

type Hearers = Readonly<Record<"onCopied" | "onReplay" | "onCompare" | "onChanged", () => void>>

function deedsOf(runId: string, view: RunView, { onCopied, onReplay, onCompare, onChanged }: Hearers): readonly Deed[] {
  const isOver = isEnd(view.state)
  const isForkable = view.outcome?.status === "blocked" && view.outcome.key !== undefined
  return [
    ...(isForkable ? [{ word: "more.fork", run: () => fork(runId) } as const] : []),
    ...(isOver ? [{ word: "more.follow", run: () => leave(link.followUp(runId)) } as const] : []),
    { word: "more.again", run: () => startAgain(runId) },
    { word: "more.edit", run: () => leave(link.edit(runId)) },
    { word: "more.compare", run: () => void onCompare() },
    { word: "more.link", run: () => copyText(location.href).then(onCopied) },
    { word: "more.policy", run: () => void onReplay() },
    view.archived
      ? { word: "more.restore", run: () => api.archive(runId, false).then(onChanged) }
      : { word: "more.archive", run: () => api.archive(runId, true).then(() => leave(link.runs())) },
    { word: "more.html", run: () => saveReport(runId, "html") },
    { word: "more.md", run: () => saveReport(runId, "md") },
    { word: "more.json", run: () => saveLog(runId) },
  ]
}

function leave(href: string): undefined {
  go(href)
  return undefined
}

/** The same request as this run's; one that worked in a copy means the folder that this is a copy of. */
async function toCompare(runId: string) {
  const [settings, started] = await Promise.all([api.settings(), readStart(runId)])
  if (!started) return null
  const { workspace } = started.environment.comparison ?? started.environment
  return { settings, request: requestOf(started.request, { ...wishLike(started, settings), workspace }, settings) }
}

async function startAgain(runId: string): Promise<void> {
  const [settings, started] = await Promise.all([api.settings(), readStart(runId)])
  if (!started) return
  const { run_id } = await api.start(requestOf(started.request, wishLike(started, settings), settings))
  go(link.run(run_id))
}

async function fork(runId: string): Promise<void> {
  go(link.run((await api.fork(runId)).run_id))
}

async function saveReport(runId: string, form: "html" | "md"): Promise<void> {
  const type = form === "html" ? "text/html" : "text/markdown"
  download(`keelson-${runId}.${form}`, await api.report(runId, form), type)
}

async function saveLog(runId: string): Promise<void> {
  const [{ header, result }, { events }] = await Promise.all([api.run(runId), api.log(runId)])
  download(`keelson-${runId}.json`, JSON.stringify({ header, result, events }, null, 2), "application/json")
}
