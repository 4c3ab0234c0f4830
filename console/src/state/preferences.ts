import { useSyncExternalStore } from "react"

export type Theme = "system" | "light" | "dark"
export type ConsoleLanguage = "en" | "zh"

export type Preferences = { readonly theme: Theme; readonly language: ConsoleLanguage }

const KEY = "keelson.preferences"
const listeners = new Set<() => void>()
let preferences: Preferences = { theme: "system", language: browserLanguage(), ...stored() }

/** The user's choices, kept in this browser; what was never chosen follows the system. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => preferences,
  )
}

export function setPreferences(change: Partial<Preferences>): void {
  preferences = { ...preferences, ...change }
  remember({ ...stored(), ...change })
  showPreferences()
  for (const listener of listeners) listener()
}

/** Puts theme and language onto the document; the style sheets look there. */
export function showPreferences(): void {
  const isDark = preferences.theme === "dark" || (preferences.theme === "system" && systemIsDark().matches)
  document.documentElement.dataset.theme = isDark ? "dark" : "light"
  document.documentElement.lang = preferences.language === "zh" ? "zh-CN" : "en"
}

export function watchSystemTheme(): void {
  systemIsDark().addEventListener("change", showPreferences)
}

/** The other one of what is on the screen now. */
export function flipTheme(): void {
  setPreferences({ theme: document.documentElement.dataset.theme === "dark" ? "light" : "dark" })
}

function systemIsDark(): MediaQueryList {
  return matchMedia("(prefers-color-scheme: dark)")
}

function browserLanguage(): ConsoleLanguage {
  return navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en"
}

function stored(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Preferences>
  } catch {
    return {}
  }
}

/** A report opened from a file may have no storage; then the choice lasts as long as the page. */
function remember(chosen: Partial<Preferences>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen))
  } catch {
    // Nothing to do: the choice is in memory.
  }
}
