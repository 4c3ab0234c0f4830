import type { Chart } from "../support/report.ts"
import { FAULTS, MOST_SECONDS, MOST_TURNS, type Outcome, type Survival } from "./faults.ts"
import type { Figures } from "./figures.ts"
import type { Row } from "./row.ts"
import { REQUEST } from "./trial.ts"

export function versionTable(rows: readonly Row[]): string {
  const place = { url: "URL", home: "HOME", workspace: "FOLDER", packages: "PACKAGES" }
  const lines = rows.map(({ contender, version }) => {
    const { command, env = {} } = contender.start(place, REQUEST)
    const words = command.map((word) =>
      word === process.execPath ? "node" : word.replace(/^.*\/(?=(bin|bench)\/)/, ""),
    )
    const quoted = words.map((word) => (word === REQUEST ? "REQUEST" : word))
    return [contender.name, version, `\`${[...quoted, ...Object.keys(env).map((name) => `(${name})`)].join(" ")}\``]
  })
  return table(["", "version", "started as"], lines)
}

const MEASURED: readonly (readonly [keyof Figures, string, (value: number) => string])[] = [
  ["start", "start to first request", (value) => `${value.toFixed(0)} ms`],
  ["step", "reply to next request", (value) => `${value.toFixed(1)} ms`],
  ["memory", "peak memory", (value) => `${value.toFixed(0)} MB`],
  ["firstPrompt", "first request", (value) => `${value.toFixed(0)} tokens`],
  ["tokens", "all requests", (value) => `${value.toFixed(0)} tokens`],
  ["calls", "model calls", (value) => value.toFixed(0)],
]

export function figureTable(rows: readonly Row[]): string {
  const lines = rows.map(({ contender, figures, prompt }) => [
    contender.name,
    ...MEASURED.map(([key, , shown]) => (typeof figures === "string" ? "failed" : shown(figures[key]))),
    prompt === undefined ? "–" : `${prompt.toFixed(0)} ms`,
  ])
  return table(["", ...MEASURED.map(([, title]) => title), "prompt on a terminal"], lines)
}

export function faultTable(rows: readonly Row[]): string {
  const lines = rows.map(({ contender, faults, survival }) => [
    contender.name,
    ...faults.map(outcomeCell),
    survivalCell(survival),
  ])
  return table(["", ...FAULTS.map(({ name }) => name), "kill -9"], lines)
}

function outcomeCell({ turns, code, answered, words }: Outcome): string {
  const calls = `${turns} calls`
  if (code === undefined)
    return turns >= MOST_TURNS
      ? `went on (stopped by us after ${MOST_TURNS} calls)`
      : `${calls}, still there after ${MOST_SECONDS} s`
  if (answered) return `${calls}, exit ${code}, the answer`
  return `${calls}, exit ${code}, ${words === "" ? "no word" : `“${clip(words)}”`}`
}

function survivalCell({ kept, of, answered }: Survival): string {
  return `${kept} of ${of} results kept, ${answered ? "then the answer" : "no answer"}`
}

const LONGEST_WORDS = 70

function clip(said: string): string {
  const safe = said.replaceAll("|", "\\|").replaceAll("`", "'")
  return safe.length > LONGEST_WORDS ? `${safe.slice(0, LONGEST_WORDS - 1)}…` : safe
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

export function charts(rows: readonly Row[]): Chart[] {
  const bars = (value: (row: Row) => number | undefined) =>
    rows.flatMap((row) => {
      const found = value(row)
      return found === undefined ? [] : [{ label: row.contender.name, value: found, ours: row.contender.ours }]
    })
  const figure = (key: keyof Figures) => bars(({ figures }) => (typeof figures === "string" ? undefined : figures[key]))
  return [
    {
      file: "peers-start",
      title: "Start of the process to its first request (median)",
      unit: "ms",
      bars: figure("start"),
    },
    {
      file: "peers-step",
      title: "From a reply to the next request, a small file read in between (median)",
      unit: "ms",
      bars: figure("step"),
    },
    { file: "peers-memory", title: "Peak resident memory, all processes together", unit: "MB", bars: figure("memory") },
    { file: "peers-tokens", title: "Prompt tokens for twenty notes", unit: "tokens", bars: figure("tokens") },
    {
      file: "peers-prompt",
      title: "Start to the prompt on a terminal",
      unit: "ms",
      bars: bars(({ prompt }) => prompt),
    },
  ]
}
