import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./app.tsx"
import { showPreferences, watchSystemTheme } from "./state/preferences.ts"
import "./styles/tokens.css"
import "./styles/base.css"
import "./styles/controls.css"

showPreferences()
watchSystemTheme()
// The token is in the cookie by now; it must not stay in the address, the history or a screenshot.
if (location.search.includes("token=")) history.replaceState(null, "", location.pathname + location.hash)

const root = document.getElementById("root")
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
