// Which samples `npm test` takes of the large sweeps: others with each commit, the same ones whenever that commit is tested again.
import { spawnSync } from "node:child_process"
import { root } from "./bootstrap.js"

/** Where there is no repository. */
const FIXED = 20261115

/** `KEELSON_TEST_SAMPLE` takes those of another run again. */
export function chooseSamples() {
  const chosen = process.env.KEELSON_TEST_SAMPLE ?? String(ofCommit() ?? FIXED)
  console.error(`keelson: samples ${chosen}; KEELSON_TEST_SAMPLE=${chosen} npm test takes the same again.`)
  return chosen
}

function ofCommit() {
  const { status, stdout } = spawnSync("git", ["rev-parse", "HEAD"], { cwd: root })
  return status === 0 ? Number.parseInt(stdout.toString().slice(0, 7), 16) : undefined
}
