import { fence } from "../../text/fence.ts"
import type { CheckReport, CheckResult } from "./check-report.ts"

/** What the checks say, for the judge and the next plan; empty where they say nothing. */
export function checksText({ results }: CheckReport): string {
  if (results.length === 0) return ""
  return ["Checks of the project on the result:", ...results.map(checkText)].join("\n")
}

/** For a model that calls the work done while checks fail. */
export function notDone(report: CheckReport): string {
  return `${checksText(report)}\nThis is not done while a check fails. Mend it, or say why it can't be mended.`
}

function checkText({ name, command, status, failing }: CheckResult): string {
  const head = `${name} (${command}): ${status}`
  return failing.length === 0 ? head : `${head}\n${fence(failing.join("\n"))}`
}
