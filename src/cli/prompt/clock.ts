/** Calls back after so many milliseconds, unless the returned function is called before. */
export type PromptClock = (ms: number, action: () => void) => () => void

/**
 * Real time. What was typed by then is read first, however busy the process was meanwhile: a turn of the event loop lies between
 * the time's end and the call.
 */
export const realClock: PromptClock = (ms, action) => {
  let next: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    next = setImmediate(action)
  }, ms)
  return () => {
    clearTimeout(timer)
    clearImmediate(next)
  }
}
