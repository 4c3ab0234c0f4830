import { configWithConsent } from "../../host/consent.ts"
import { workspaceRoot } from "../../host/workspace/workspace-root.ts"
import { consentHere } from "../asking/consent.ts"
import { databaseAddress } from "../cluster/cluster.ts"
import type { DoctorFlags } from "../flags/flags.ts"
import { painter } from "../paint/paint.ts"
import { tableRows } from "../paint/table.ts"
import { levelMark } from "../render/marks.ts"
import { print, printJson } from "../terminal/output.ts"
import { type DoctorFinding, inspect } from "./doctor-checks.ts"

/** Says what works here; with `--model`, what that model's endpoint can do. 1 if something that is needed does not work. */
export async function doctorCommand(flags: DoctorFlags): Promise<number> {
  const workspace = await workspaceRoot()
  if (flags.model !== undefined || flags.baseUrl !== undefined) {
    const { probeConfigured } = await import("./doctor-probe.ts")
    return probeConfigured(await configWithConsent({ ...flags, workspace }, consentHere(flags)), flags)
  }
  const findings = await findingsFor(flags, workspace)
  if (flags.json) printJson(findings)
  else print(lines(findings).join("\n"))
  return findings.some(({ level }) => level === "fail") ? 1 : 0
}

async function findingsFor(flags: DoctorFlags, workspace: string): Promise<DoctorFinding[]> {
  const address = flags.database === undefined ? undefined : databaseAddress(flags)
  if (address === undefined) return inspect(workspace, process.env)
  return (await import("./doctor-database.ts")).inspectDatabase(address)
}

function lines(findings: readonly DoctorFinding[]): string[] {
  const paint = painter(process.stdout)
  const columns = process.stdout.columns ?? Number.POSITIVE_INFINITY
  const cells = findings.map(({ level, check, text, advice }) => [level, check, advice ? `${text}. ${advice}` : text])
  const rows = tableRows(cells, columns - 2)
  return findings.map(({ level }, index) => {
    const { shape, format } = levelMark(level)
    return `${paint(format, shape)} ${(rows[index] ?? "").replaceAll("\n", "\n  ")}`
  })
}
