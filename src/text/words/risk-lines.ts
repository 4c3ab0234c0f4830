import type { Language } from "../../protocol/log/environment.ts"
import type { FileRisk } from "../../protocol/log/event.ts"
import type { OpenQuestion } from "../../protocol/log/run.ts"
import { quotedName } from "../quoted-name.ts"
import { sayRisk } from "./risk-words.ts"

type Asked = Pick<Extract<OpenQuestion, { kind: "approval" }>, "risks" | "file_risks">

/** What to look at in a command line, in one line, and in each file that changes; nothing where nothing is known to be special. */
export function riskLines(language: Language, asked: Asked): string[] {
  const ofCommand = commandItems(language, asked)
  const lines = ofCommand.length === 0 ? [] : [listed(language, ofCommand)]
  return [...lines, ...fileItems(language, asked)].map((line) => sayRisk(language, "label", line))
}

/** The same as items of a list. */
export function riskItems(language: Language, asked: Asked): string[] {
  return [...commandItems(language, asked), ...fileItems(language, asked)]
}

/** What to look at in each line of the detail, by its number. */
export function risksByLine(language: Language, risks: readonly FileRisk[] = []): ReadonlyMap<number, string> {
  const said = new Map<number, string[]>()
  for (const { risk, lines = [] } of risks) {
    for (const at of lines) said.set(at, [...(said.get(at) ?? []), sayRisk(language, risk)])
  }
  return new Map([...said].map(([at, named]) => [at, sayRisk(language, "label", listed(language, named))]))
}

function commandItems(language: Language, { risks = [] }: Asked): string[] {
  return risks.map((risk) => sayRisk(language, risk))
}

function fileItems(language: Language, { file_risks = [] }: Asked): string[] {
  const paths = [...new Set(file_risks.map(({ path }) => path))]
  return paths.map((path) => {
    const named = file_risks.filter((each) => each.path === path).map(({ risk }) => sayRisk(language, risk))
    return sayRisk(language, "in_file", quotedName(path), listed(language, named))
  })
}

function listed(language: Language, named: readonly string[]): string {
  return named.join(language === "zh" ? "、" : ", ")
}
