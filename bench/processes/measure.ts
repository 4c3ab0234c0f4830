import { writeSync } from "node:fs"
import { MEASURES } from "../measures.ts"

/* Usage: node --expose-gc measure.ts NAME. Writes the report as JSON to fd 3. */
const name = process.argv[2] ?? ""
const measure = MEASURES[name]
if (!measure) throw new Error(`There is no measure "${name}".`)
writeSync(3, JSON.stringify(await measure()))
