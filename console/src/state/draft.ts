import { useEffect, useState } from "react"

const PREFIX = "keelson.draft."

/** Text that survives a reload until it is sent. */
export function useDraft(name: string, initial = ""): readonly [string, (text: string) => void] {
  const [draft, setDraft] = useState({ name, text: read(name) ?? initial })
  if (draft.name !== name) setDraft({ name, text: read(name) ?? initial })
  useEffect(() => keep(draft.name, draft.text), [draft])
  return [draft.text, (text) => setDraft({ name, text })]
}

export function forgetDraft(name: string): void {
  keep(name, "")
}

/** Whether somebody has begun to write it. */
export function hasDraft(name: string): boolean {
  return read(name) !== null
}

function read(name: string): string | null {
  return sessionOrNull()?.getItem(PREFIX + name) ?? null
}

function keep(name: string, text: string): void {
  if (text === "") sessionOrNull()?.removeItem(PREFIX + name)
  else sessionOrNull()?.setItem(PREFIX + name, text)
}

function sessionOrNull(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}
