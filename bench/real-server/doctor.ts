import { keelson } from "./command.ts"
import type { Choice } from "./options.ts"

type Check = { readonly check: string; readonly result: string }

/** What `doctor` said, and how long it took to. */
export type Examined = {
  readonly code: number | null
  readonly seconds: number
  readonly usable: boolean
  readonly rungs: readonly string[]
  readonly checks: readonly Check[]
  readonly error?: string
}

export async function examine({ address, model }: Choice, home: string): Promise<Examined> {
  const args = ["doctor", "--model", `openai-compatible:${model}`, "--base-url", address, "--json"]
  const { code, output, errors, ms } = await keelson(args, { cwd: home, home })
  const seconds = ms / 1000
  const said = parsed(output)
  if (!said) return { code, seconds, usable: false, rungs: [], checks: [], error: errors.trim() }
  const { usable = false, checks = [], learned, error } = said
  return { code, seconds, usable, rungs: learned?.rungs ?? [], checks, ...(error ? { error: error.message } : {}) }
}

/** One line for each examination, and the checks that were not answered alike. */
export function renderDoctor(examined: readonly Examined[]): string {
  const lines = examined.map(
    ({ code, seconds, rungs, error }, index) =>
      `doctor ${index + 1}: exit ${code}, ${seconds.toFixed(1)} s, ${error ?? `rungs ${rungs.join(", ")}`}`,
  )
  const names = [...new Set(examined.flatMap(({ checks }) => checks.map(({ check }) => check)))]
  const rows = names.map((name) => ({ name, said: examined.map(({ checks }) => resultOf(checks, name)) }))
  return [...lines, "", ...rows.map(({ name, said }) => `  ${name}: ${[...new Set(said)].join(" | ")}`)].join("\n")
}

function resultOf(checks: readonly Check[], name: string): string {
  return checks.find(({ check }) => check === name)?.result ?? "–"
}

type Said = {
  readonly usable?: boolean
  readonly checks?: readonly Check[]
  readonly learned?: { readonly rungs?: readonly string[] }
  readonly error?: { readonly message: string }
}

function parsed(output: string): Said | undefined {
  try {
    return JSON.parse(output)
  } catch {
    return undefined
  }
}
