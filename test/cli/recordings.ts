import { stripVTControlCharacters } from "node:util"
import { terminalSvg } from "../../scripts/terminal-svg.ts"
import { firstMinutes, type Moment } from "./first-minutes.ts"

/** The size that the pictures in the docs have. */
const SIZE = { columns: 80, rows: 30 }

/** What the first ten minutes look like: a page with every screen, and a picture of each, by their paths in `docs`. */
export async function recordings(): Promise<ReadonlyMap<string, string>> {
  const { moments } = await firstMinutes(SIZE)
  const pictures = moments.map(
    ({ name, title, lines }) => [picture(name), terminalSvg(lines.join("\n"), title)] as const,
  )
  return new Map([["first-ten-minutes.md", page(moments)], ...pictures])
}

function picture(name: string): string {
  return `recordings/${name}.svg`
}

function page(moments: readonly Moment[]): string {
  return `# The first ten minutes

Played for real on a terminal of 80 columns, in an empty project with a failing test, with the package as it is packed and a model server of this
machine whose replies are prepared. \`npm run recordings\` plays it again and writes this page and its pictures; a test holds them to it. Times,
ids and counts of tokens are made equal.
${moments.map(section).join("")}`
}

function section({ name, title, typed, lines }: Moment): string {
  const screen = lines.map((line) => stripVTControlCharacters(line).trimEnd())
  return `
## ${title}
${typed === "" ? "" : `Typed: \`${typed}\`\n`}
![${title}](${picture(name)})

\`\`\`text
${screen.join("\n").trim()}
\`\`\`
`
}
