import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"

/** So near the end one is at the end, in pixels. */
const NEAR = 48

export type Following = {
  /** There is something newer out of sight. */
  readonly isAway: boolean
  readonly toNewest: () => void
  /** Something else is to be looked at. */
  readonly leave: () => void
}

/**
 * Keeps the newest in sight while a run goes on, until somebody scrolls away from it. Where the page itself scrolls (on a phone) nothing is
 * moved. `top`: something that stands on top has to be seen.
 */
export function useFollowing(
  content: RefObject<HTMLElement | null>,
  { isLive, top }: { readonly isLive: boolean; readonly top: string },
): Following {
  const isFollowing = useRef(true)
  const [isAway, setAway] = useState(false)
  const follow = useCallback(() => {
    const scroller = scrollerOf(content.current)
    if (scroller && isFollowing.current) scroller.scrollTop = scroller.scrollHeight
  }, [content])
  useEffect(() => {
    const scroller = scrollerOf(content.current)
    if (!scroller) return
    const look = () => {
      isFollowing.current = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR
      setAway(!isFollowing.current)
    }
    scroller.addEventListener("scroll", look, { passive: true })
    return () => scroller.removeEventListener("scroll", look)
  }, [content])
  useLayoutEffect(() => {
    const element = content.current
    if (!isLive || !element) return
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(element)
    return () => observer.disconnect()
  }, [content, isLive, follow])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands on top is what changes.
  useLayoutEffect(() => {
    if (isLive && top === "") return
    const scroller = scrollerOf(content.current)
    if (!scroller || !isFollowing.current) return
    scroller.scrollTop = 0
    isFollowing.current = false
  }, [top, isLive])
  return {
    leave: () => {
      isFollowing.current = false
    },
    isAway: isAway && isLive,
    toNewest: () => {
      isFollowing.current = true
      follow()
    },
  }
}

/** The column around it, if that scrolls by itself. */
export function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  const column = element?.closest<HTMLElement>(".column") ?? null
  return column && getComputedStyle(column).overflowY === "auto" ? column : null
}
