import { DEAF_MS } from "@keelson/view/answer-delay.ts"
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import { DeafTime } from "./deaf-time.ts"

export type Hearing = {
  /** For how it looks. */
  readonly isDeaf: boolean
  /** Whether what is happening right now may answer. */
  readonly isOpen: () => boolean
}

/** Timers may be early by a little; what looks alive must be. */
const A_FRAME = 16

const pageTime = () => performance.now()

/**
 * Nothing answers a question before it has stood still before somebody's eyes for a moment. `mark` changes with what the question
 * says, and is empty while there is none; `place` is where its answers are.
 */
export function useDeafTime(mark: string, place: RefObject<HTMLElement | null>, now = pageTime): Hearing {
  const [time] = useState(() => new DeafTime(now))
  const [isDeaf, setDeaf] = useState(true)
  const timer = useRef(0)
  const restart = useCallback(() => {
    time.restart()
    setDeaf(true)
    clearTimeout(timer.current)
    timer.current = Number(setTimeout(() => setDeaf(false), DEAF_MS + A_FRAME))
  }, [time])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another mark is another question.
  useLayoutEffect(restart, [restart, mark])
  usePresses(time)
  useReturns(restart)
  useMoves(mark !== "", place, restart)
  return { isDeaf, isOpen: () => time.isOpen }
}

/** Every press on the page, before anybody else hears of it. */
function usePresses(time: DeafTime): void {
  useEffect(() => {
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    const release = () => {
      time.release()
      // The click comes after the release.
      setTimeout(() => time.settle())
    }
    addEventListener("pointerdown", () => time.press(false), options)
    addEventListener("keydown", ({ repeat }) => time.press(repeat), options)
    for (const end of ["pointerup", "pointercancel", "keyup", "blur"]) addEventListener(end, release, options)
    return () => listening.abort()
  }, [time])
}

/** Somebody comes back to the page, perhaps with the very click or key that now meets a question. */
function useReturns(restart: () => void): void {
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const ifVisible = () => {
      if (!document.hidden) restart()
    }
    const ifOurs = ({ target }: Event) => {
      if (target === window) restart()
    }
    addEventListener("focus", ifOurs, { signal })
    addEventListener("pageshow", restart, { signal })
    document.addEventListener("visibilitychange", ifVisible, { signal })
    return () => listening.abort()
  }, [restart])
}

/** What moves by itself may slip under the pointer. Scrolling does not count, nor does what grows under somebody's typing. */
function useMoves(isWatched: boolean, place: RefObject<HTMLElement | null>, restart: () => void): void {
  useEffect(() => {
    if (!isWatched) return
    let last = placeOf(place.current)
    let frame = requestAnimationFrame(function look() {
      const here = placeOf(place.current)
      if (here !== last && !isTypedInto(place.current)) restart()
      last = here
      frame = requestAnimationFrame(look)
    })
    return () => cancelAnimationFrame(frame)
  }, [isWatched, place, restart])
}

/** Of the row with the answers, on the page as a whole. */
function placeOf(panel: HTMLElement | null): string {
  let [left, top] = [0, 0]
  let element: Element | null = panel?.querySelector("[data-answers]") ?? panel
  while (element instanceof HTMLElement) {
    left += element.offsetLeft
    top += element.offsetTop
    element = element.offsetParent
  }
  return `${left} ${top}`
}

function isTypedInto(panel: HTMLElement | null): boolean {
  const active = document.activeElement
  return active instanceof HTMLElement && active.matches("input, textarea") && panel?.contains(active) === true
}
