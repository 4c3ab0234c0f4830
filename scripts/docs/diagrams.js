// The diagrams of the docs, drawn from what the code says: the folders and what they may import, and the states of a run.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { exitCode, RunState } from "../../src/protocol/log/outcome.ts"
import { ROOT, textOf } from "./pages.js"
import { arrow, box, drawing, label } from "./svg.js"

/** Draws both anew. */
export function drawDiagrams() {
  writeFileSync(join(ROOT, "docs", "architecture.svg"), architecture())
  writeFileSync(join(ROOT, "docs", "run.svg"), life())
}

const [WIDTH, BOX, HEIGHT, GAP] = [960, 112, 36, 62]

/** Each folder stands above all that it may import; arrows that follow from others are left out. */
function architecture() {
  const imports = importsOfFolders()
  const layers = byLayer(imports)
  const places = new Map(
    layers.flatMap((names, layer) =>
      names.map((name, index) => [name, placeOf(index, names.length, layers.length - 1 - layer)]),
    ),
  )
  const arrows = [...places.keys()].flatMap((name) =>
    reduced(name, imports).map((other) => arrow(bottom(places.get(name)), top(places.get(other)))),
  )
  const boxes = [...places].map(([name, place]) => box({ ...place, width: BOX, height: HEIGHT, text: name }))
  return drawing(
    WIDTH,
    layers.length * (HEIGHT + GAP),
    [...arrows, ...boxes],
    "Folders of src and what they may import",
  )
}

/** As the check of the boundaries has them. */
function importsOfFolders() {
  const [, literal = "{}"] = /const MAY_IMPORT = (\{[\s\S]*?\n\})/.exec(textOf("test/architecture.check.js")) ?? []
  const told = Function(`return ${literal}`)()
  const merged = (name) => name.replace(/\.ts$/, "")
  const all = new Map()
  for (const [name, others] of Object.entries(told)) {
    const before = all.get(merged(name)) ?? []
    all.set(
      merged(name),
      [...new Set([...before, ...others.map(merged)])].filter((other) => other !== merged(name)),
    )
  }
  return all
}

/** The ground first. `extras` and `journal` need each other's neighbours only, so that there is no circle. */
function byLayer(imports) {
  const depth = new Map()
  const depthOf = (name) => {
    if (!depth.has(name)) depth.set(name, Math.max(0, ...(imports.get(name) ?? []).map((other) => depthOf(other) + 1)))
    return depth.get(name)
  }
  const layers = []
  for (const name of imports.keys()) layers[depthOf(name)] = [...(layers[depthOf(name)] ?? []), name]
  return layers
}

function reduced(name, imports) {
  const direct = imports.get(name) ?? []
  const reach = (from) => (imports.get(from) ?? []).flatMap((other) => [other, ...reach(other)])
  const beyond = new Set(direct.flatMap(reach))
  return direct.filter((other) => !beyond.has(other))
}

/** Rows are shifted against each other, so that arrows between far ones pass beside the boxes. */
function placeOf(index, count, row) {
  const shift = [-80, 40, 110, -20][row % 4]
  return { x: ((index + 1) * WIDTH) / (count + 1) - BOX / 2 + shift, y: row * (HEIGHT + GAP) + 8 }
}

function top({ x, y }) {
  return { x: x + BOX / 2, y }
}

function bottom({ x, y }) {
  return { x: x + BOX / 2, y: y + HEIGHT }
}

/** Where each state stands: column and row. The states themselves are the protocol's, and one that has no place here is an error. */
const PLACES = {
  INTAKE: [0, 1],
  PLANNING: [1, 1],
  EXECUTING: [2, 1],
  VERIFYING: [3, 1],
  WAITING: [1, 0],
  RECOVERING: [2, 0],
  DONE: [4, 1],
  INCOMPLETE: [4, 2],
  FAILED: [3, 2],
  BLOCKED: [2, 2],
  CANCELLED: [1, 2],
}

const ARROWS = [
  ["INTAKE", "PLANNING"],
  ["PLANNING", "EXECUTING"],
  ["EXECUTING", "VERIFYING"],
  ["VERIFYING", "DONE"],
  ["PLANNING", "WAITING"],
  ["EXECUTING", "RECOVERING"],
  ["VERIFYING", "FAILED"],
  ["VERIFYING", "INCOMPLETE"],
  ["EXECUTING", "BLOCKED"],
  ["EXECUTING", "CANCELLED"],
]

const SAID = [
  { x: 290, y: 82, text: "a question, and its answer" },
  { x: 480, y: 82, text: "after a crash or a fault" },
  {
    x: 24,
    y: 262,
    text: "Every end has a summary and an exit code; keelson resume goes on after a stop, a limit or a failure.",
  },
]

function life() {
  const missing = RunState.options.filter((state) => !(state in PLACES))
  if (missing.length > 0) throw new Error(`The diagram of a run has no place for ${missing.join(", ")}.`)
  const at = (state) => ({ x: 24 + PLACES[state][0] * 190, y: 12 + PLACES[state][1] * 92 })
  const arrows = ARROWS.map(([from, to]) => between(at(from), at(to)))
  const boxes = RunState.options.map((state) =>
    box({
      ...at(state),
      width: BOX + 24,
      height: HEIGHT,
      text: withCode(state),
      isEnd: PLACES[state][1] === 2 || state === "DONE",
    }),
  )
  return drawing(WIDTH, 280, [...arrows, ...boxes, ...SAID.map(label)], "The states of a run")
}

function withCode(state) {
  const status = state.toLowerCase()
  const ends = ["done", "incomplete", "failed", "blocked", "cancelled", "waiting"]
  return ends.includes(status) ? `${state} · ${exitCode(status)}` : state
}

/** From side to side in a row, else from edge to edge. */
function between(from, to) {
  const width = BOX + 24
  if (from.y === to.y) return arrow({ x: from.x + width, y: from.y + HEIGHT / 2 }, { x: to.x, y: to.y + HEIGHT / 2 })
  const isDown = to.y > from.y
  return arrow(
    { x: from.x + width / 2, y: from.y + (isDown ? HEIGHT : 0) },
    { x: to.x + width / 2, y: to.y + (isDown ? 0 : HEIGHT) },
  )
}
