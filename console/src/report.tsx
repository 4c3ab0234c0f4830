import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { ReportPage } from "./pages/report-page.tsx"
import { showPreferences, watchSystemTheme } from "./state/preferences.ts"
import { type ReportContent, readReport } from "./state/report-content.ts"
import "./styles/tokens.css"
import "./styles/base.css"
import "./styles/controls.css"
import "./app.css"

showPreferences()
watchSystemTheme()

const root = document.getElementById("root")
const content: ReportContent | null = readReport()
if (root && content) {
  createRoot(root).render(
    <StrictMode>
      <ReportPage content={content} />
    </StrictMode>,
  )
}
