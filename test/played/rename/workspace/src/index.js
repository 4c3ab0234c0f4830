export { loadLines, loadTable } from "./load.js"
export { shapePick, shapeSort } from "./shape.js"
export { preloadTable } from "./cache.js"
export { runPipeline } from "./steps.js"
