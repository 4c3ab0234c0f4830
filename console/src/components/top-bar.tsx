import { useNeedsYou } from "../state/needs-you.ts"
import { flipTheme, setPreferences, usePreferences } from "../state/preferences.ts"
import { link, type Route } from "../state/route.ts"
import { useMay } from "../state/you.ts"
import { useWords } from "../words/use-words.ts"
import { Icon } from "./icon.tsx"
import { KeysHelp } from "./keys-help.tsx"
import "./top-bar.css"
import { MOD_KEY } from "../state/mod-key.ts"

/** The line on top of every page. */
export function TopBar({ route, onPalette }: { readonly route: Route["page"]; readonly onPalette: () => void }) {
  const say = useWords()
  const waiting = useNeedsYou()
  const mayRun = useMay("run")
  return (
    <header className="top-bar">
      <button type="button" className="skip" onClick={focusMain}>
        {say("skip")}
      </button>
      <a className="brand" href={link.runs()}>
        <span className="brand-mark">
          <Icon shape="mark" size={14} />
        </span>
        Keelson
      </a>
      <nav aria-label={say("nav.label")}>
        <a href={link.runs()} aria-current={route === "runs" ? "page" : undefined}>
          {say("nav.runs")}
          {waiting > 0 && (
            <span className="nav-count" title={say("notify.text", { count: waiting })}>
              {waiting}
            </span>
          )}
        </a>
        {mayRun && (
          <a href={link.create()} aria-current={route === "new" ? "page" : undefined}>
            {say("nav.new")}
          </a>
        )}
        <a href={link.settings()} aria-current={route === "settings" ? "page" : undefined}>
          {say("nav.settings")}
        </a>
      </nav>
      <button type="button" className="button plain palette-button" onClick={onPalette}>
        <Icon shape="search" size={13} />
        <span className="wide-only">{say("palette.open")}</span> <kbd>{MOD_KEY}K</kbd>
      </button>
      <Switches />
    </header>
  )
}

function focusMain(): void {
  document.querySelector<HTMLElement>("#main button, #main a, #main input, #main textarea")?.focus()
}

/** Language, theme, and what the keys do. */
export function Switches() {
  const say = useWords()
  const { language } = usePreferences()
  return (
    <>
      <button
        type="button"
        className="button plain"
        title={say("switch.language")}
        onClick={() => setPreferences({ language: language === "zh" ? "en" : "zh" })}
      >
        <span lang={language === "zh" ? "en" : "zh-CN"}>{language === "zh" ? "EN" : "中文"}</span>
      </button>
      <button
        type="button"
        className="button plain"
        aria-label={say("switch.theme")}
        title={say("switch.theme")}
        onClick={flipTheme}
      >
        <Icon shape="theme" size={15} />
      </button>
      <KeysHelp />
    </>
  )
}
