import { useEffect } from "react"

/** The name of the tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    const line = (title.split("\n")[0] ?? "").slice(0, 80)
    document.title = line === "" ? "Keelson" : `${line} · Keelson`
  }, [title])
}
