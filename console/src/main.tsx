import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { enterWithCode } from "./api/session.ts"
import { App } from "./app.tsx"
import { showPreferences, watchSystemTheme } from "./state/preferences.ts"
import "./styles/tokens.css"
import "./styles/base.css"
import "./styles/controls.css"

showPreferences()
watchSystemTheme()
await enterWithCode()
// Another printed address that is opened in this tab.
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#code=")) void enterWithCode().then(() => location.reload())
})

const root = document.getElementById("root")
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
