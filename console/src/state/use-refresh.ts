import { useEffect } from "react"

const REFRESH = 3000

/** Looks again now and then, while somebody looks at the page. */
export function useRefresh(reload: () => void, isUseful: boolean): void {
  useEffect(() => {
    if (!isUseful) return
    const timer = setInterval(() => {
      if (!document.hidden) reload()
    }, REFRESH)
    return () => clearInterval(timer)
  })
}
