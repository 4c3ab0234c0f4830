import { createHash } from "node:crypto"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { loadTable } from "./load.js"

const MAKER = "loadTable/1"

/** Like loadTable for a file, but takes the table from the cache folder if the file has not changed. */
export async function preloadTable(file, { folder, ...options }) {
  const text = await readFile(file, "utf8")
  const hash = createHash("sha256").update(JSON.stringify(options)).update(text).digest("hex")
  const saved = join(folder, `${basename(file)}.json`)
  try {
    const entry = JSON.parse(await readFile(saved, "utf8"))
    if (entry.maker === MAKER && entry.hash === hash) return entry.table
  } catch {
    // not there or not readable: it is made anew
  }
  const table = loadTable(text, options)
  await mkdir(folder, { recursive: true })
  await writeFile(saved, JSON.stringify({ maker: MAKER, hash, table }))
  return table
}
