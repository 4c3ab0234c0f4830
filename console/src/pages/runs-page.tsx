import type { RunListItem, SettingsReply } from "@keelson/protocol/api.ts"
import { useEffect, useState } from "react"
import { api, type RunFilter } from "../api/client.ts"
import { FailureNote } from "../components/failure-note.tsx"
import { Icon } from "../components/icon.tsx"
import { KeptSize } from "../components/runs/kept-size.tsx"
import { RunFilters } from "../components/runs/run-filters.tsx"
import { RunTable } from "../components/runs/run-table.tsx"
import { useKeys } from "../state/keys.ts"
import { go, link } from "../state/route.ts"
import { useLoaded } from "../state/use-loaded.ts"
import { useSteady } from "../state/use-steady.ts"
import { useTitle } from "../state/use-title.ts"
import { useWords } from "../words/use-words.ts"

const EVERYTHING: RunFilter = { search: "", state: "", strategy: "" }
const NONE: readonly RunListItem[] = []
const REFRESH = 3000
/** So many rows at once; older runs are found by searching. */
const MOST = 500

/** All runs, newest first; two of them can be compared. */
export function RunsPage() {
  const say = useWords()
  useTitle("")
  const [filter, setFilter] = useState(EVERYTHING)
  const [limit, setLimit] = useState(50)
  const [selected, setSelected] = useState<readonly string[]>([])
  const [cursor, setCursor] = useState(-1)
  const { value, failure, reload } = useLoaded(JSON.stringify([filter, limit]), async () => ({
    ...(await api.runs(filter, { limit })),
    question: JSON.stringify([filter, limit]),
  }))
  const { value: settings } = useLoaded("settings", api.settings)
  // Whoever is not signed in would only make wrong guesses.
  useRefresh(reload, failure?.code !== "unauthorized")
  const [isPointed, setPointed] = useState(false)
  const runs = useSteady(value?.runs ?? NONE, isPointed, value?.question ?? "")
  const isFiltered = filter.search !== "" || filter.state !== "" || filter.strategy !== ""

  const toggle = (id: string) =>
    setSelected((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id].slice(-2)))
  const compare = () => selected[0] && selected[1] && go(link.compare(selected[0], selected[1]))
  const move = (by: number) => setCursor(Math.max(0, Math.min(runs.length - 1, cursor + by)))
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => runs[cursor] && toggle(runs[cursor].id),
    c: () => compare(),
    n: () => go(link.create()),
    "/": () => document.getElementById("run-search")?.focus(),
    Escape: () => setSelected([]),
  })

  return (
    <main className="page" id="main">
      <div className="page-head">
        <h1>{say("runs.title")}</h1>
        <button type="button" className="button" disabled={selected.length !== 2} onClick={compare}>
          {say("runs.compare", { count: selected.length })}
        </button>
        <a className="button primary" href={link.create()}>
          <Icon shape="plus" size={13} /> {say("nav.new")}
        </a>
      </div>
      <RunFilters filter={filter} onChange={setFilter} strategies={strategiesOf(settings, runs)} />
      {failure && <FailureNote failure={failure} onRetry={reload} />}
      {value === null && !failure && <p className="blank">{say("loading")}</p>}
      {value !== null && runs.length === 0 && (
        <div className="blank panel">
          <h2>{say(isFiltered ? "runs.nothing" : "runs.empty")}</h2>
          {isFiltered ? (
            <button type="button" className="button" onClick={() => setFilter(EVERYTHING)}>
              {say("runs.all")}
            </button>
          ) : (
            <>
              <p>{say("runs.empty.hint")}</p>
              <a className="button primary" href={link.create()}>
                {say("nav.new")}
              </a>
            </>
          )}
        </div>
      )}
      {runs.length > 0 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only notices where the pointer is.
        <div onMouseEnter={() => setPointed(true)} onMouseLeave={() => setPointed(false)}>
          <RunTable runs={runs} selected={selected} cursor={cursor} onToggle={toggle} />
        </div>
      )}
      {value?.more && limit === MOST && <p className="quiet">{say("runs.rest")}</p>}
      {value?.more && limit < MOST && (
        <p>
          <button type="button" className="button" onClick={() => setLimit(Math.min(MOST, limit + 100))}>
            {say("runs.more")}
          </button>
        </p>
      )}
      {settings?.kept && <KeptSize kept={settings.kept} />}
    </main>
  )
}

/** Those that there are, and those of runs that some project brought along. */
function strategiesOf(settings: SettingsReply | null, runs: readonly RunListItem[]): string[] {
  const known = settings?.strategies.map(({ name }) => name) ?? []
  return [...new Set([...known, ...runs.map(({ strategy }) => strategy)])].sort()
}

/** Looks again now and then, while somebody looks at the page. */
function useRefresh(reload: () => void, isUseful: boolean): void {
  useEffect(() => {
    if (!isUseful) return
    const timer = setInterval(() => {
      if (!document.hidden) reload()
    }, REFRESH)
    return () => clearInterval(timer)
  })
}
