import { type RefObject, useLayoutEffect, useState } from "react"

/** How wide an element is, from now on. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(800)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      // On paper the stylesheet makes it smaller: to measure that would make it smaller still.
      if (!matchMedia("print").matches) setWidth(Math.max(60, element.clientWidth))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [ref])
  return width
}
