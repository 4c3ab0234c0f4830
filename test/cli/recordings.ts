import { stripVTControlCharacters } from "node:util"
import { terminalSvg } from "../../scripts/terminal-svg.ts"
import { firstMinutes, type Moment } from "./first-minutes.ts"

/** The size that the pictures in the docs have. */
const SIZE = { columns: 80, rows: 30 }

/** What the first ten minutes look like: a page with every screen, and a picture of each, by their paths in `docs`. */
export async function recordings(): Promise<ReadonlyMap<string, string>> {
  const { moments } = await firstMinutes(SIZE)
  const pictures = moments.map(
    ({ name, title: [title], lines }) => [picture(name), terminalSvg(lines.join("\n"), title)] as const,
  )
  const english = page(moments)
  return new Map([
    ["first-ten-minutes.md", english],
    ["first-ten-minutes.zh.md", await chinesePage(moments, english)],
    ...pictures,
  ])
}

function picture(name: string): string {
  return `recordings/${name}.svg`
}

function page(moments: readonly Moment[]): string {
  return `# The first ten minutes

[中文](first-ten-minutes.zh.md)

Played for real on a terminal of 80 columns, in an empty project with a failing test, with the package as it is packed and a model server of this
machine whose replies are prepared. \`npm run recordings\` plays it again and writes this page and its pictures; a test holds them to it. Times,
ids and counts of tokens are made equal.
${moments.map((moment) => section(moment, 0, "Typed: ")).join("")}`
}

async function chinesePage(moments: readonly Moment[], english: string): Promise<string> {
  // A script is plain JavaScript, which the type checker does not look at.
  const { hashOf } = await import(`../../scripts/docs/${"twins"}.js`)
  return `<!-- of: ${hashOf(english)} -->
# 最初的十分钟

[English](first-ten-minutes.md)

在 80 列宽的终端上真实演了一遍：一个只有一个失败测试的空项目，用打好的包，模型服务器在本机，回复是准备好的。\`npm run recordings\` 会再演一遍，并写出这一页和它的图；
有一个测试对照它们。时间、id 和 token 数都统一成同样的值。画面是英文界面的；在中文环境（\`LANG=zh_CN.UTF-8\`）下 Keelson 会说中文。
${moments.map((moment) => section(moment, 1, "输入：")).join("")}`
}

function section({ name, title: titles, typed, lines }: Moment, language: 0 | 1, typedWord: string): string {
  const title = titles[language]
  const screen = lines.map((line) => stripVTControlCharacters(line).trimEnd())
  return `
## ${title}
${typed === "" ? "" : `${typedWord}\`${typed}\`\n`}
![${title}](${picture(name)})

\`\`\`text
${screen.join("\n").trim()}
\`\`\`
`
}
