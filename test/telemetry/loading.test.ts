import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, expect, it } from "vitest"

const run = promisify(execFile)
const PROGRAM = fileURLToPath(new URL("loading.ts", import.meta.url))
const workspace = mkdtempSync(join(tmpdir(), "keelson-loading-"))
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

async function loadedWith(variables: Record<string, string>): Promise<string[]> {
  const { stdout } = await run(process.execPath, [PROGRAM, workspace], {
    env: { PATH: "", HOME: workspace, ...variables },
  })
  const { outcome, loaded } = JSON.parse(stdout) as { outcome: string; loaded: string[] }
  expect(outcome).toBe("done")
  expect(loaded.length).toBeGreaterThan(100)
  return loaded.filter((url) => /telemetry/.test(url)).map((url) => url.replace(/.*\/src\//, ""))
}

it("loads no more than the question whether it is wanted, in a run that nobody traces", async () => {
  expect(await loadedWith({})).toEqual(["telemetry/variables.ts"])
})

it("loads it where a variable asks for it, and no package with it", async () => {
  const loaded = await loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" })
  expect(loaded).toContain("telemetry/otlp/sender.ts")
  expect(loaded.filter((url) => url.includes("node_modules"))).toEqual([])
})
