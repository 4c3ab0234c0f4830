import * as load from "./load.js"
import * as shape from "./shape.js"

const families = { load, shape }

/** The function of a step: "shape:pick" is shapePick. */
function functionOf(name) {
  const [family, verb = ""] = name.split(":")
  const fn = Object.hasOwn(families, family) ? families[family][family + verb.charAt(0).toUpperCase() + verb.slice(1)] : undefined
  if (typeof fn !== "function") throw new RangeError(`unknown step ${name}`)
  return fn
}

/** Run the steps one after the other; each gets what the one before gave. */
export function runPipeline(text, steps) {
  return steps.reduce((value, [name, options]) => functionOf(name)(value, options), text)
}
