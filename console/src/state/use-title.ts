import { useEffect } from "react"
import { useNeedsYou } from "./needs-you.ts"

/** The name of the tab, with how many runs need somebody. */
export function useTitle(title: string): void {
  const waiting = useNeedsYou()
  useEffect(() => {
    const line = (title.split("\n")[0] ?? "").slice(0, 80)
    const name = line === "" ? "Keelson" : `${line} · Keelson`
    document.title = waiting > 0 ? `(${waiting}) ${name}` : name
  }, [title, waiting])
}
