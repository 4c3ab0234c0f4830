import { recordedResult } from "../run/life/orchestrator.ts"
import { eventsIn, knownSecrets, openRuns } from "./compose.ts"
import { print, printJson } from "./output.ts"
import { pickRun } from "./pick-run.ts"
import { painter } from "./render/paint.ts"
import { screenOf } from "./render/screen.ts"
import { reportLines } from "./render/shown-run.ts"

/** A run as its log has it; `--json` prints one object with header, result and events. */
export async function showCommand(named: string | undefined, flags: { json?: boolean }): Promise<number> {
  const store = await openRuns()
  try {
    const id = await pickRun(store, named, { accepts: () => true, lacking: "is there" })
    const [header, entries] = await Promise.all([store.findRun(id), store.load(id)])
    const result = recordedResult(id, entries)
    const events = eventsIn(entries)
    if (flags.json) {
      printJson(knownSecrets().redactIn({ run: header, result, events }))
      return 0
    }
    const screen = screenOf(events)
    const columns = process.stdout.columns ?? Number.POSITIVE_INFINITY
    const lines = reportLines({ screen, result, events, columns, paint: painter(process.stdout) })
    print(lines.join("\n"))
    return 0
  } finally {
    await store.close()
  }
}
