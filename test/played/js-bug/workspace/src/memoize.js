import { HeftCache } from "./cache.js"

/**
 * Wrap a function of one argument with a cache.
 * Promises are stored as they are, and forgotten if they are rejected.
 */
export function memoize(fn, options = {}) {
  const cache = new HeftCache(options)
  function memoized(argument) {
    if (cache.has(argument)) return cache.get(argument)
    const result = fn.call(this, argument)
    cache.set(argument, result)
    if (typeof result?.then === "function") {
      result.then(undefined, () => {
        if (cache.peek(argument) === result) cache.delete(argument)
      })
    }
    return result
  }
  memoized.cache = cache
  return memoized
}
