import { useRef } from "react"

/**
 * Keeps a list from moving under the pointer: while `isHeld`, known items stay where they are, are brought up to date, and new
 * ones wait. Another question is another list.
 */
export function useSteady<T extends { readonly id: string }>(
  items: readonly T[],
  isHeld: boolean,
  question: string,
): readonly T[] {
  const known = useRef<{ question: string; ids: readonly string[] }>({ question: "", ids: [] })
  if (!isHeld || known.current.question !== question) {
    known.current = { question, ids: items.map(({ id }) => id) }
    return items
  }
  const byId = new Map(items.map((item) => [item.id, item]))
  return known.current.ids.flatMap((id) => byId.get(id) ?? [])
}
