// What `npm run packed` found, as tables in the docs.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../bootstrap.js"

/** Of the package. */
export function writeFigures(figures) {
  const rows = Object.entries(figures).map(([name, value]) => `| ${name} | ${value} |`)
  replace("figures.md", "packed", ["| figure | packed package in an empty project |", "|---|---|", ...rows])
}

const PAGES = {
  "extras.md": {
    head: ["extra", "packages", "MB", "installed in", "without it, on the command line", "first use"],
    told: "the command is said",
    answers: "is in the bundle, answers",
    elsewhere: "asked for on macOS only",
    uses: {
      data: "sums a CSV file",
      pictures: "draws a PNG picture",
      pdf: "writes a PDF file",
      slides: "writes a PowerPoint file",
      pages: "reads the article of a page",
      seatbelt: "makes a profile",
    },
    provider: "asks, and reads the reply",
  },
  "extras.zh.md": {
    head: ["附加组件", "包数", "MB", "安装用时", "没有它时，命令行", "首次使用"],
    told: "说出命令",
    answers: "已在包内，能回答",
    elsewhere: "只在 macOS 上需要",
    uses: {
      data: "对 CSV 文件求和",
      pictures: "画出 PNG 图片",
      pdf: "写出 PDF 文件",
      slides: "写出 PowerPoint 文件",
      pages: "读出网页正文",
      seatbelt: "生成沙箱配置",
    },
    provider: "发出请求并读到回复",
  },
}

/** Of the extras, in both languages. */
export function writeUses(rows) {
  for (const [page, words] of Object.entries(PAGES)) {
    const lines = rows.map(({ extra, brought, megabytes, seconds, shell, isProvider }) => {
      const alone = words[shell] ?? words.elsewhere
      const use = isProvider ? words.provider : words.uses[extra]
      return `| \`${extra}\` | ${brought} | ${megabytes} | ${seconds} s | ${alone} | ${use} |`
    })
    replace(page, "tried", [`| ${words.head.join(" | ")} |`, "|---|--:|--:|--:|---|---|", ...lines])
  }
}

/** Between `<!-- NAME -->` and `<!-- /NAME -->`. */
function replace(page, name, lines) {
  const path = join(root, "docs", page)
  const [before, rest] = readFileSync(path, "utf8").split(`<!-- ${name} -->\n`)
  const end = `<!-- /${name} -->`
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`docs/${page} has no place for <!-- ${name} -->.`)
  writeFileSync(path, `${before}<!-- ${name} -->\n${lines.join("\n")}\n${end}${after}`)
}
