import { useEffect, useRef } from "react"

/** Something that the palette offers while it is possible. */
export type Command = { readonly id: string; readonly label: string; readonly run: () => void }

const offered = new Set<() => readonly Command[]>()

/** Offers these as long as the component is on the page. */
export function useCommands(commands: readonly Command[]): void {
  const current = useRef(commands)
  current.current = commands
  useEffect(() => {
    const offer = () => current.current
    offered.add(offer)
    return () => {
      offered.delete(offer)
    }
  }, [])
}

/** What is offered right now. */
export function offeredCommands(): readonly Command[] {
  return [...offered].flatMap((offer) => offer())
}
