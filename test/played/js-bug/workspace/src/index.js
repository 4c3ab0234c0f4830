export { HeftCache } from "./cache.js"
export { byCount, byLength, byJson } from "./weighers.js"
export { memoize } from "./memoize.js"
