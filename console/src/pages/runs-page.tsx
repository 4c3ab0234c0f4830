import type { RunListItem, SettingsReply } from "@keelson/protocol/api/api.ts"
import { useState } from "react"
import { api } from "../api/client.ts"
import { FailureNote } from "../components/failure-note.tsx"
import { Icon } from "../components/icon.tsx"
import { KeptSize } from "../components/runs/kept-size.tsx"
import { NotifySwitch } from "../components/runs/notify-switch.tsx"
import { RunCounts } from "../components/runs/run-counts.tsx"
import { filterIn, isNarrowed, queryFor, UNFILTERED } from "../components/runs/run-filter.ts"
import { RunFilters } from "../components/runs/run-filters.tsx"
import { RunTable } from "../components/runs/run-table.tsx"
import { SavedViews } from "../components/runs/saved-views.tsx"
import { SpendPerDay } from "../components/runs/spend-per-day.tsx"
import { FirstUse } from "../components/setup/later.tsx"
import { ModelButtons } from "../components/start/model-buttons.tsx"
import { useAddress } from "../state/address.ts"
import { useKeys } from "../state/keys.ts"
import { go, link } from "../state/route.ts"
import { useLoaded } from "../state/use-loaded.ts"
import { useRefresh } from "../state/use-refresh.ts"
import { useSteady } from "../state/use-steady.ts"
import { useTitle } from "../state/use-title.ts"
import { useMay } from "../state/you.ts"
import { useWords } from "../words/use-words.ts"

const NONE: readonly RunListItem[] = []
/** So many rows at once; older runs are found by searching. */
const MOST = 500

/** All runs, newest first; any of them can be compared. */
export function RunsPage() {
  const say = useWords()
  const mayRun = useMay("run")
  useTitle("")
  const address = useAddress()
  const filter = filterIn(address)
  const query = queryFor(filter, Date.now())
  const limit = Math.min(MOST, Number(address.get("limit")) || 50)
  const question = JSON.stringify([query, limit])
  const [selected, setSelected] = useState<readonly string[]>([])
  const [cursor, setCursor] = useState(-1)
  const { value, failure, reload } = useLoaded(question, async () => ({
    ...(await api.runs(query, { limit })),
    question,
  }))
  const { value: settings, reload: reloadSettings } = useLoaded("settings", api.settings)
  // Whoever is not signed in would only make wrong guesses.
  useRefresh(reload, failure?.code !== "unauthorized")
  const [isPointed, setPointed] = useState(false)
  const runs = useSteady(value?.runs ?? NONE, isPointed, value?.question ?? "")

  const toggle = (id: string) =>
    setSelected((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]))
  const compare = () => selected.length > 1 && go(link.compare(...selected))
  const isArchive = filter.state === "archived"
  const archive = async () => {
    await Promise.allSettled(selected.map((id) => api.archive(id, !isArchive)))
    setSelected([])
    reload()
  }
  const move = (by: number) => setCursor(Math.max(0, Math.min(runs.length - 1, cursor + by)))
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => runs[cursor] && toggle(runs[cursor].id),
    c: () => compare(),
    n: () => mayRun && go(link.create()),
    "/": () => document.getElementById("run-search")?.focus(),
    Escape: () => setSelected([]),
  })

  if (failure?.code === "unauthorized") {
    return (
      <main className="page" id="main">
        <FailureNote failure={failure} />
      </main>
    )
  }
  return (
    <main className="page wide" id="main">
      <div className="page-head">
        <h1>{say("runs.title")}</h1>
        <NotifySwitch />
        <button type="button" className="button" disabled={selected.length < 2} onClick={compare}>
          {say("runs.compare", { count: selected.length })}
        </button>
        {mayRun && (
          <>
            <button type="button" className="button" disabled={selected.length === 0} onClick={() => void archive()}>
              {say(isArchive ? "runs.restore" : "runs.archive", { count: selected.length })}
            </button>
            <a className="button primary" href={link.create()}>
              <Icon shape="plus" size={13} /> {say("nav.new")}
            </a>
          </>
        )}
      </div>
      <RunFilters
        filter={filter}
        onChange={address.set}
        strategies={strategiesOf(settings, runs)}
        overview={value?.overview}
      />
      {value && (
        <RunCounts overview={value.overview} chosen={filter.state} onChoose={(state) => address.set({ state })} />
      )}
      <SavedViews filter={filter} onChange={address.set} />
      {failure && <FailureNote failure={failure} onRetry={reload} />}
      {value === null && !failure && <p className="blank">{say("loading")}</p>}
      {value !== null && runs.length === 0 && (
        <Nothing
          isNarrowed={isNarrowed(filter)}
          settings={settings}
          onAll={() => address.set(UNFILTERED)}
          onChanged={reloadSettings}
        />
      )}
      {runs.length > 0 && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only notices where the pointer is.
        <div onMouseEnter={() => setPointed(true)} onMouseLeave={() => setPointed(false)}>
          <RunTable
            runs={runs}
            isByFolder={filter.sort === "folder"}
            selected={selected}
            cursor={cursor}
            onToggle={toggle}
          />
        </div>
      )}
      {value?.more && limit === MOST && <p className="quiet">{say("runs.rest")}</p>}
      {value?.more && limit < MOST && (
        <p>
          <button
            type="button"
            className="button"
            onClick={() => address.set({ limit: String(Math.min(MOST, limit + 100)) })}
          >
            {say("runs.more")}
          </button>
        </p>
      )}
      {settings && (
        <KeptSize
          settings={settings}
          onPruned={() => {
            reload()
            reloadSettings()
          }}
        />
      )}
      <SpendPerDay runs={runs} />
    </main>
  )
}

type NothingProps = {
  readonly isNarrowed: boolean
  readonly settings: SettingsReply | null
  readonly onAll: () => void
  /** There is another model now. */
  readonly onChanged: () => void
}

/** Nothing fits; or nothing was ever done here, and then what one can begin with. */
function Nothing({ isNarrowed: hasFilter, settings, onAll, onChanged }: NothingProps) {
  const say = useWords()
  if (hasFilter) {
    return (
      <div className="blank panel">
        <h2>{say("runs.nothing")}</h2>
        <button type="button" className="button" onClick={onAll}>
          {say("runs.all")}
        </button>
      </div>
    )
  }
  return (
    <div className="blank panel">
      <h2>{say("runs.empty")}</h2>
      <p>{say("runs.empty.hint")}</p>
      {settings?.model !== null && (
        <a className="button primary" href={link.create()}>
          {say("nav.new")}
        </a>
      )}
      {settings && !settings.offers?.includes("owner") && (
        <ModelButtons standard={settings.model} chosen="" onChoose={(model) => go(link.createWith(model))} />
      )}
      {settings && <FirstUse settings={settings} onChanged={onChanged} />}
    </div>
  )
}

/** Those that there are, and those of runs that some project brought along. */
function strategiesOf(settings: SettingsReply | null, runs: readonly RunListItem[]): string[] {
  const known = settings?.strategies.map(({ name }) => name) ?? []
  return [...new Set([...known, ...runs.map(({ strategy }) => strategy)])].sort()
}
