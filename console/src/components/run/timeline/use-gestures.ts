import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react"
import type { Stretch, Zoom } from "./use-zoom.ts"

type GestureOptions = {
  readonly field: RefObject<HTMLDivElement | null>
  readonly zoom: Zoom
  readonly width: number
  /** Somebody points there; `null` when they have gone. */
  readonly onPoint: (place: FieldPlace | null) => void
  /** Pressed and let go in the same place. */
  readonly onPress: (place: FieldPlace, isTouch: boolean) => void
}

export type FieldPlace = { readonly x: number; readonly y: number }

/** A press that goes further than this is a stroke. */
const STROKE = 5

/** Pointing and pressing; a stroke of the mouse chooses what to zoom into, fingers move and spread it, a wheel with Ctrl zooms. */
export function useGestures({ field, zoom, width, onPoint, onPress }: GestureOptions) {
  const [brush, setBrush] = useState<Stretch | null>(null)
  const begun = useRef<FieldPlace | null>(null)
  const fingers = useRef(new Map<number, number>())
  useWheel(field, zoom, width)
  const { from, to } = zoom.shown
  const timeAt = (x: number) => from + (Math.min(width, Math.max(0, x)) / width) * (to - from)

  const spread = (id: number, x: number) => {
    const before = [...fingers.current.values()].map(timeAt)
    fingers.current.set(id, x)
    const after = [...fingers.current.values()]
    const [a = 0, b = 0] = before
    const [left = 0, right = 0] = after
    if (before.length === 2 && Math.abs(right - left) > 10) zoom.show(stretchFor([a, left], [b, right], width))
    if (before.length === 1) zoom.move(a - timeAt(left))
  }

  return {
    brush,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
        if (event.button !== 0) return
        const place = placeIn(event)
        event.currentTarget.setPointerCapture(event.pointerId)
        begun.current = fingers.current.size === 0 ? place : null
        if (event.pointerType === "touch") fingers.current.set(event.pointerId, place.x)
      },
      onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
        const place = placeIn(event)
        const start = begun.current
        if (event.pointerType === "touch") {
          if (start && Math.abs(place.x - start.x) < STROKE) return
          begun.current = null
          if (fingers.current.has(event.pointerId)) spread(event.pointerId, place.x)
        } else if (start && Math.abs(place.x - start.x) >= STROKE) {
          onPoint(null)
          setBrush(ordered(timeAt(start.x), timeAt(place.x)))
        } else if (!start) onPoint(place)
      },
      onPointerUp: (event: PointerEvent<HTMLDivElement>) => {
        const isTouch = event.pointerType === "touch"
        fingers.current.delete(event.pointerId)
        if (brush) zoom.show(brush)
        else if (begun.current) onPress(placeIn(event), isTouch)
        begun.current = null
        setBrush(null)
      },
      onPointerCancel: (event: PointerEvent<HTMLDivElement>) => {
        fingers.current.delete(event.pointerId)
        begun.current = null
        setBrush(null)
      },
      onPointerLeave: (event: PointerEvent<HTMLDivElement>) => {
        if (event.pointerType !== "touch") onPoint(null)
      },
      onDoubleClick: () => zoom.show(null),
    },
  }
}

/** Where two times stand at two places. */
function stretchFor([a, left]: readonly number[], [b, right]: readonly number[], width: number): Stretch | null {
  const perPixel = ((b ?? 0) - (a ?? 0)) / ((right ?? 0) - (left ?? 0))
  if (!(perPixel > 0)) return null
  const from = (a ?? 0) - (left ?? 0) * perPixel
  return { from, to: from + width * perPixel }
}

function ordered(a: number, b: number): Stretch {
  return { from: Math.min(a, b), to: Math.max(a, b) }
}

function placeIn(event: PointerEvent<HTMLDivElement>): FieldPlace {
  const box = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - box.left, y: event.clientY - box.top }
}

/** React's own listeners can't keep the page from zooming. */
function useWheel(field: RefObject<HTMLDivElement | null>, zoom: Zoom, width: number): void {
  const current = useRef(zoom)
  current.current = zoom
  useEffect(() => {
    const element = field.current
    if (!element) return
    const onWheel = (event: WheelEvent) => {
      const { shown, isWhole, closer, move } = current.current
      const perPixel = (shown.to - shown.from) / Math.max(1, width)
      const isZoom = event.ctrlKey || event.metaKey
      const across = isZoom || isWhole ? 0 : acrossOf(event)
      if (isZoom) closer(Math.exp(-event.deltaY / 200), shown.from + (event.clientX - leftOf(element)) * perPixel)
      if (across !== 0) move(across * perPixel)
      if (isZoom || across !== 0) event.preventDefault()
    }
    element.addEventListener("wheel", onWheel, { passive: false })
    return () => element.removeEventListener("wheel", onWheel)
  }, [field, width])
}

/** How far sideways a wheel was turned; with Shift every wheel turns so. */
function acrossOf({ deltaX, deltaY, shiftKey }: WheelEvent): number {
  if (shiftKey) return deltaX || deltaY
  return Math.abs(deltaX) > Math.abs(deltaY) ? deltaX : 0
}

function leftOf(element: HTMLElement): number {
  return element.getBoundingClientRect().left
}
