import { useEffect, useRef } from "react"

export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>

/** Keys that work on the whole page, except while somebody types. Names are those of `KeyboardEvent.key`; `mod+` is ⌘ or Ctrl. */
export function useKeys(keys: Keys): void {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const action = current.current[nameOf(event)]
      if (!action || event.defaultPrevented) return
      event.preventDefault()
      action(event)
    }
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  }, [])
}

/** Empty where the key belongs to something else. */
function nameOf(event: KeyboardEvent): string {
  if (event.altKey) return ""
  if (event.metaKey || event.ctrlKey) return `mod+${event.key.toLowerCase()}`
  return isTyping(event.target) || isDialogOpen() ? "" : event.key
}

/** Where letters mean letters. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.matches("input:not([type=checkbox], [type=radio], [type=range]), textarea, select") ||
      target.isContentEditable)
  )
}

/** Also where the focus is not in it: what had it may be gone. */
function isDialogOpen(): boolean {
  return document.querySelector("dialog[open]") !== null
}
