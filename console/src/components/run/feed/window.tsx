import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { scrollerOf } from "./use-following.ts"

type WindowProps = {
  /** Its height before it was ever drawn, in pixels. */
  readonly estimate: number
  /** It is drawn wherever it stands. */
  readonly isKept: boolean
  readonly children: () => ReactNode
}

/** Beyond the edge of what is seen so much is drawn all the same, in pixels. */
const MARGIN = "900px"

/** A stretch of a long list: drawn while it is near what is seen, else a box of the height that it had. */
export function Window({ estimate, isKept, children }: WindowProps) {
  const ref = useRef<HTMLDivElement>(null)
  const height = useRef(estimate)
  const [isNear, setNear] = useState(false)
  const isOnPaper = usePaper()
  const isDrawn = isNear || isKept || isOnPaper
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const look = ([seen]: IntersectionObserverEntry[]) => seen && setNear(seen.isIntersecting)
    const observer = new IntersectionObserver(look, { root: scrollerOf(element), rootMargin: MARGIN })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    if (isDrawn && ref.current) height.current = ref.current.offsetHeight
  })
  return (
    <div className="feed-window" ref={ref} style={isDrawn ? undefined : { height: height.current }}>
      {isDrawn && children()}
    </div>
  )
}

/** Paper has everything. */
function usePaper(): boolean {
  const [isPaper, setPaper] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPaper(true))
    const end = () => setPaper(false)
    addEventListener("beforeprint", begin)
    addEventListener("afterprint", end)
    return () => {
      removeEventListener("beforeprint", begin)
      removeEventListener("afterprint", end)
    }
  }, [])
  return isPaper
}
