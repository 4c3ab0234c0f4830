import { isLittle } from "../seam/ability.ts"
import type { Rung } from "../seam/model.ts"
import type { Probe } from "./probe.ts"
import type { Findings, Forcing } from "./probe-findings.ts"
import { RUNG_NAMES } from "./probe-forcing.ts"

/** One line of the table: what was looked for, what was seen, and what follows from it. */
export type ProbeRow = {
  readonly check: string
  readonly level: "ok" | "warn"
  readonly result: string
  readonly consequence: string
}

/** The findings in words. */
export function probeRows(probe: Probe): ProbeRow[] {
  const { findings } = probe
  return [
    ...forcingRows(probe),
    thinkingRow(probe),
    systemRow(findings),
    turnsRow(findings),
    callsRow(findings),
    abilityRow(findings),
    findings.pieces > 1
      ? row("streaming", "ok", `in ${findings.pieces} pieces`, "text is shown as it comes")
      : row("streaming", "warn", "in one piece", "text is shown when it is whole"),
    findings.isCounted
      ? row("usage figures", "ok", "counted", "budgets go by its count")
      : row("usage figures", "warn", "none", "budgets go by an estimate"),
    cacheRow(findings),
    windowRow(findings),
    latencyRow(findings),
    errorsRow(findings),
  ]
}

function forcingRows({ findings, learned: { rungs = [] } }: Probe): ProbeRow[] {
  return (Object.keys(RUNG_NAMES) as Rung[]).map((rung) => {
    const forcing = findings.forcing[rung]
    const place = rungs.indexOf(rung)
    const level = forcing.outcome === "works" ? "ok" : "warn"
    return row(RUNG_NAMES[rung], level, resultOf(forcing), placeInWords(rung, place, rungs[place - 1]))
  })
}

function resultOf({ outcome, thinking, isStuck, samples }: Forcing): string {
  if (isStuck) return `${outcome} while it thinks`
  const often = samples.of > 1 ? `, ${samples.works} of ${samples.of} times` : ""
  return outcome === "works" && thinking === "off" ? `works without thinking${often}` : `${outcome}${often}`
}

function placeInWords(rung: Rung, place: number, before: Rung | undefined): string {
  if (place < 0) return "not tried"
  if (before === "text") return "tried when nothing else works"
  if (place === 0) return `starts on the ${rung} rung`
  return `tried when the ${before} rung fails`
}

function thinkingRow({ findings, learned }: Probe): ProbeRow {
  const { thinksByDefault, canStopThinking, forcing } = findings
  const isInTheWay = forcing.named.thinking === "off"
  const on = thinksByDefault || isInTheWay ? "on" : "not seen"
  const result = canStopThinking === undefined ? on : `${on}, ${canStopThinking ? "can be switched off" : "stays on"}`
  if (learned.thinkingOff === "always")
    return row("thinking", "ok", result, "switched off: it left no room for answers")
  if (!isInTheWay) return row("thinking", "ok", result, "left as it is: it is not in the way")
  if (canStopThinking) return row("thinking", "ok", result, "switched off where a call is forced, else left on")
  return row("thinking", "warn", result, "kept: calls are not forced, the schema or text is asked for")
}

function systemRow({ hasSystemRole, countsSystem }: Findings): ProbeRow {
  if (hasSystemRole) return row("system role", "ok", "works", "the rules stand there")
  const result = countsSystem ? "counted among the turns" : "refused"
  return row("system role", "warn", result, "the rules begin the first user message")
}

function turnsRow({ userAfterResult }: Findings): ProbeRow {
  const check = "user after a result"
  switch (userAfterResult) {
    case "works":
      return row(check, "ok", "works", "guidance follows results; user messages in a row are always joined")
    case "refused":
      return row(check, "warn", "refused", "turns alternate strictly: guidance goes into the result")
    case "ignored":
    case "cut off":
    case "failed":
      return row(check, "warn", "not known", "found out when it matters")
  }
}

function callsRow({ callsAtOnce, toolForm }: Findings): ProbeRow {
  const check = "several calls at once"
  if (toolForm)
    return row(check, "warn", "only as text", "tools stand in the prompt, and a reply that is a call is one")
  if (callsAtOnce === undefined) return row(check, "warn", "refused", "no tools are sent: controls come as JSON")
  if (callsAtOnce > 1) return row(check, "ok", "works", "react takes them all; phased asks for one plan anyway")
  return row(check, "ok", `${callsAtOnce} of 2`, "not needed: a plan carries several tasks in one call")
}

function abilityRow({ ability }: Findings): ProbeRow {
  if (!ability) return row("tiny jobs", "warn", "not asked", "the profile goes by the window alone")
  const words = { plan: ability.plan, edit: ability.edit, judgement: ability.judge }
  const result = Object.entries(words).map(([name, share]) => `${name} ${shareInWords(share)}`)
  if (!isLittle(ability)) return row("tiny jobs", "ok", result.join(", "), "the usual profile")
  return row("tiny jobs", "warn", result.join(", "), "the small profile: little at once, in the simplest way")
}

function shareInWords(share: number): string {
  if (share === 1) return "right"
  return share === 0 ? "wrong" : `right in ${Math.round(100 * share)}%`
}

function cacheRow({ repeat, isCounted }: Findings): ProbeRow {
  const { cached = 0, prompt = 0 } = repeat?.reply.usage ?? {}
  if (cached > 0) return row("prompt cache", "ok", `${cached} of ${prompt} tokens`, "a run's beginning is paid once")
  if (!repeat) return row("prompt cache", "ok", "not asked", "a long prompt would take too long here, or does not fit")
  const result = isCounted ? "none seen" : "not known"
  return row("prompt cache", "warn", result, "each call counts its whole prompt")
}

function windowRow({ window: { tokens, isFromServer } }: Findings): ProbeRow {
  const result = `${tokens} tokens, ${isFromServer ? "says the server" : "says the table"}`
  const advice = isFromServer ? "" : "; set context_window if it has another"
  return row("context window", "ok", result, `prompts are kept below that${advice}`)
}

function latencyRow({ opening, repeat }: Findings): ProbeRow {
  const { firstMs, totalMs } = repeat ?? opening
  const [first, total] = [firstMs, totalMs].map(Math.round)
  const consequence = "first_byte_ms and silence_ms say how long is waited"
  return row("latency", "ok", `first text ${first} ms, whole ${total} ms`, consequence)
}

function errorsRow({ faults, calls }: Findings): ProbeRow {
  if (faults.length === 0) return row("errors", "ok", `none in ${calls} calls`, "passing faults are tried again")
  return row("errors", "warn", `${faults.length} in ${calls} calls`, faults[0] ?? "")
}

function row(check: string, level: ProbeRow["level"], result: string, consequence: string): ProbeRow {
  return { check, level, result, consequence }
}
