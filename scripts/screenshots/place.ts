import { mkdtemp, readFile, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { currentOwner } from "../../src/journal/owner.ts"
import type { Lease } from "../../src/journal/run-store.ts"
import { Limits } from "../../src/protocol/log/limits.ts"
import { htmlReport } from "../../src/report/html-report.ts"
import { reportContent } from "../../src/report/report-content.ts"
import { STRATEGIES } from "../../src/strategies/index.ts"
import { authRun, SHOWCASE_DIFF, SHOWCASE_TIME } from "../../test/console/logs/auth-run.ts"
import { CONSOLE_FOLDER, type Stage, type StageOptions, stage } from "../../test/console/stage.ts"
import { keep } from "../../test/console/stored.ts"
import { toldOwner } from "../../test/console/told-owner.ts"
import { toldRuns } from "./told-runs.ts"

const PROJECT = "/home/ada/shop"

/** A server over told runs, so that the pictures are the same every time. */
export function openPlace(): Promise<Stage> {
  const standings = async () => new Map([["queued", { place: 3, reason: "busy" as const }]])
  return stage({ folders: [PROJECT, "/home/ada/handbook"], more: { ...OFFERS, standings } })
}

/** A server on which nothing was ever done, without a model and without a sandbox. */
export function openNewPlace(): Promise<Stage> {
  const settings = async () => ({
    workspace: PROJECT,
    workspaces: [PROJECT],
    strategies: [...STRATEGIES.values()].map(({ name, summary, plans = false }) => ({ name, summary, plans })),
    strategy: "auto",
    model: null,
    approve: "ask" as const,
    limits: Limits.parse({}),
    language: "en" as const,
    sandbox: null,
    sandbox_missing: "bubblewrap is not installed; install it: sudo apt-get install bubblewrap.",
  })
  const usable = [{ label: "Ollama", models: ["ollama:qwen3-coder:30b", "ollama:llama3.3"] }]
  return stage({ models: { usable, missing: [] }, more: { ...OFFERS, settings } })
}

/** All that a server may offer; nothing of it is done. */
const OFFERS: NonNullable<StageOptions["more"]> = {
  owner: toldOwner(SHOWCASE_TIME),
  copies: { roots: [], make: async () => "", remove: async () => {} },
  demo: () => Promise.reject(new Error("It is only shown.")),
}

/** Tells the runs; somebody holds those at work, so that they count as live. */
export async function fill({ store }: Stage): Promise<readonly Lease[]> {
  for (const [id, events] of toldRuns()) await keep(store, id, PROJECT, events)
  return Promise.all(["queued", "working"].map((id) => store.claim(id, currentOwner())))
}

/** The showcase as `keelson report` writes it, without the command line around it. */
export async function reportFile(): Promise<string> {
  const source = { diff: async () => SHOWCASE_DIFF, artifact: async () => "Exit code 0.", image: async () => undefined }
  const run = { id: "done-en", events: authRun("done").events }
  const content = await reportContent(run, source, SHOWCASE_TIME)
  const read = (name: string) => readFile(join(CONSOLE_FOLDER, "report", name), "utf8")
  const page = htmlReport(content, { script: await read("report.js"), style: await read("report.css") }, "Keelson")
  const path = join(await mkdtemp(join(tmpdir(), "keelson-shot-")), "report.html")
  await writeFile(path, page)
  return pathToFileURL(path).href
}
