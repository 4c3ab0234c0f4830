import { lazy, Suspense, useCallback, useState } from "react"
import { PageBoundary } from "./components/page-boundary.tsx"
import { Palette } from "./components/palette.tsx"
import { TopBar } from "./components/top-bar.tsx"
import { RunsPage } from "./pages/runs-page.tsx"
import { StartPage } from "./pages/start-page.tsx"
import { useKeys } from "./state/keys.ts"
import { useWatch } from "./state/needs-you.ts"
import { link, type Route, useRoute } from "./state/route.ts"
import { useWords } from "./words/use-words.ts"
import "./app.css"

const loadRun = () => import("./pages/run-page.tsx")
// The list is there before it; whoever came for a run has it on its way already.
if (location.hash.startsWith("#/runs/")) void loadRun()
else if (typeof requestIdleCallback === "function") requestIdleCallback(() => void loadRun())
const RunPage = lazy(() => loadRun().then(({ RunPage: it }) => ({ default: it })))
// Pages that are seldom looked at are loaded then.
const ComparePage = lazy(() => import("./pages/compare-page.tsx").then(({ ComparePage: it }) => ({ default: it })))
const ComparisonPage = lazy(() =>
  import("./pages/comparison-page.tsx").then(({ ComparisonPage: it }) => ({ default: it })),
)
const SettingsPage = lazy(() => import("./pages/settings-page.tsx").then(({ SettingsPage: it }) => ({ default: it })))

/** The console: a bar, a page, and the palette over both. */
export function App() {
  const route = useRoute()
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const say = useWords()
  useWatch(useCallback((count: number) => say("notify.text", { count }), [say]))
  useKeys({ "mod+k": () => setPaletteOpen((isOpen) => !isOpen) })
  return (
    <div className="app">
      <TopBar route={route.page} onPalette={() => setPaletteOpen(true)} />
      <PageBoundary key={"id" in route ? route.id : route.page}>
        <Suspense>
          <Page route={route} />
        </Suspense>
      </PageBoundary>
      {isPaletteOpen && <Palette onClose={() => setPaletteOpen(false)} />}
    </div>
  )
}

function Page({ route }: { readonly route: Route }) {
  const say = useWords()
  switch (route.page) {
    case "runs":
      return <RunsPage />
    case "new":
      return <StartPage />
    case "settings":
      return <SettingsPage />
    case "run":
      return <RunPage id={route.id} />
    case "compare":
      return <ComparePage ids={route.ids} />
    case "comparison":
      return <ComparisonPage id={route.id} />
    case "unknown":
      return (
        <main className="blank" id="main">
          <h1>{say("unknown.title")}</h1>
          <a href={link.runs()}>{say("back.runs")}</a>
        </main>
      )
  }
}
