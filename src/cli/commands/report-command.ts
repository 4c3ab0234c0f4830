import { readFileSync } from "node:fs"
import { join } from "node:path"
import { agentForRun } from "../../host/agent-from-config.ts"
import { NOBODY } from "../../host/model/configured-model.ts"
import { eventsOf, recordedRun } from "../../host/recorded-run.ts"
import { knownSecrets } from "../../host/surroundings.ts"
import type { RunStore } from "../../journal/run-store.ts"
import type { LoggedEvent } from "../../protocol/log/event.ts"
import { htmlReport, type ReportAssets } from "../../report/html-report.ts"
import { markdownReport } from "../../report/markdown-report.ts"
import { type ReportSource, reportContent } from "../../report/report-content.ts"
import { readArtifacts } from "../../run/lifecycle/lookup/read-artifacts.ts"
import { quotedName } from "../../text/quoted-name.ts"
import { consoleFolder } from "../console-folder.ts"
import { printable } from "../paint/text.ts"
import { openRuns } from "../runs/open-runs.ts"
import { pickRun } from "../runs/pick-run.ts"
import { UsageError } from "../terminal/failure.ts"
import { requireWritable, writeNamedFile } from "../terminal/files.ts"
import { notify } from "../terminal/long-running.ts"
import { print } from "../terminal/output.ts"

export type ReportFlags = { readonly output?: string; readonly md?: boolean }

/** Writes a run into one file that anybody can open; `-` writes to standard output. */
export async function reportCommand(named: string | undefined, flags: ReportFlags): Promise<number> {
  const store = await openRuns()
  try {
    const id = await pickRun(store, named, { accepts: () => true, lacking: "is there" })
    const path = flags.output ?? `keelson-${id}.${flags.md ? "md" : "html"}`
    if (path !== "-") requireWritable("--output", path)
    const events = redacted(await eventsOf(store, id))
    const text = flags.md ? printable(markdownReport(events)) : await page(store, id, events)
    if (path === "-") process.stdout.write(text)
    else writeNamedFile("--output", path, text)
    if (path !== "-") print(quotedName(path))
    return 0
  } finally {
    await store.close()
  }
}

async function page(store: RunStore, id: string, events: readonly LoggedEvent[]): Promise<string> {
  const content = await reportContent({ id, events }, sourceOf(store, id), Date.now())
  return htmlReport(redacted(content), assets(), `Keelson ${id}`)
}

function sourceOf(store: RunStore, id: string): ReportSource {
  const texts = readArtifacts(store, id)
  return {
    diff: () => diffOf(store, id),
    artifact: async (artifact) => (await texts).get(artifact),
    image: async (file) => (await store.loadBlob(id, file.id))?.data,
  }
}

/** A run whose checkpoints are gone still has its report. */
async function diffOf(store: RunStore, id: string): Promise<string> {
  try {
    const surroundings = { store, onFault: () => {}, notify }
    const agent = await agentForRun(await recordedRun(store, id), NOBODY, surroundings, {})
    return await agent.diff(id, { round: undefined, form: "full" })
  } catch {
    return ""
  }
}

function assets(): ReportAssets {
  const folder = consoleFolder()
  if (folder === undefined)
    throw new UsageError(
      "the console is not built. Build it with: npm run build; or write Markdown: keelson report --md",
    )
  const read = (name: string) => readFileSync(join(folder, "report", name), "utf8")
  return { script: read("report.js"), style: read("report.css") }
}

/** Known secrets leave no machine in a report. */
function redacted<T>(value: T): T {
  const secrets = knownSecrets()
  return JSON.parse(
    JSON.stringify(value, (_name, part: unknown) => (typeof part === "string" ? secrets.redact(part) : part)),
  ) as T
}
