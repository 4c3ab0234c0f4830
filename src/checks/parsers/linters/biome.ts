import { blocksOf, countsOf, type Parser, sumOf } from "../../reading/reading.ts"

const RULE = String.raw`(?:lint|assist|parse|suppressions|configuration|deserialize|project|plugin)(?:\/\S+)?|format|organizeImports`
const HEADER = new RegExp(String.raw`^(?:(\S.*?) )?(${RULE}) +(?:[A-Z]+ +)*━+$`)

/** Biome's diagnostics: a header with place and rule, then a message behind its sign. */
export const biome: Parser = (lines) => {
  const blocks = blocksOf(lines, HEADER, /^(check|lint|ci|format) ━+$|^Checked \d+ files?/).map((block) => {
    const [, place, rule] = HEADER.exec(block[0] ?? "") ?? []
    const message = block.find((line) => /^ {2}[×✖!⚠] /.test(line)) ?? ""
    return {
      isError: /^ {2}[×✖] /.test(message),
      finding: { place, name: rule, rule, message: reworded(message.slice(4)) },
    }
  })
  const errors = blocks.filter(({ isError }) => isError)
  const findings = (errors.length > 0 ? errors : blocks).map(({ finding }) => finding)
  return { findings, counts: countsOf(undefined, sumOf(lines, /^Found (\d+) errors?\.?$/)) }
}

/** The content that it would have printed is not told. */
function reworded(message: string): string {
  return /^Formatter would have printed/.test(message) ? "is not formatted as the project wants it" : message
}
