import { execFile, spawnSync } from "node:child_process"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { crc32, deflateSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { react } from "../../src/strategies/react/react.ts"
import { ScriptedModel } from "../../src/testing/scripted-model.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { contentHash } from "../../src/tools/content-hash.ts"
import { creationTools } from "../../src/tools/creation/index.ts"
import { pdf } from "../../src/tools/creation/pdf.ts"
import { pptx } from "../../src/tools/creation/pptx.ts"
import { unpack } from "../../src/tools/creation/slides/repack.ts"
import { eventsOf } from "../guards/front-door.ts"
import { makeFixture } from "../support/tool-fixture.ts"

const run = promisify(execFile)

/** Without the program a test is skipped, except where everything has to be there. */
function needs(program: string): boolean {
  return !process.env.CI && spawnSync(program, ["-v"]).error !== undefined
}

const noPoppler = needs("pdftotext")
const hasChinese = await makeFixture().then(async (fixture) => {
  await using held = fixture
  return await held.run(pdf, { path: "a.pdf", content: "中文" }).then(
    () => true,
    () => false,
  )
})
const noChinese = !hasChinese && !process.env.CI

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="200" height="100" fill="#369"/></svg>'

/** A picture of one colour. */
function png(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc(height * (width + 1), 0x30)
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0
  const start = Buffer.from("\x89PNG\r\n\x1a\n", "latin1")
  return Buffer.concat([start, chunk("IHDR", head), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))])
}

const REPORT = `# Tides 潮汐报告

Opening with **bold**, *italic*, ~~struck~~, \`code()\`, a [link](https://example.org/) and "quotes" #set $x$ @y \\\\z.

潮汐是海水在天体引潮力作用下
所产生的周期性运动。

## Lists

- one
  - nested 嵌套
    1. deep
- [x] done
- [ ] open

7. seven

## Table 表格

| Place | Range |
|:--|--:|
| 汉堡 Hamburg | 3.6 |
| Cuxhaven | 3.0 |

\`\`\`ts
const tide = "潮" // <b>not bold</b>
\`\`\`

> A quote.
>
> > Nested.

---

![chart](chart.svg) ![photo](img/photo.png)

Line one  
line two[^1]

[^1]: A note.
`

const FILES = { "report.md": REPORT, "chart.svg": SVG, "img/photo.png": png(300, 200) }

type Pdf = { readonly text: string; readonly fonts: string; readonly pages: readonly Buffer[] }

/** Looks at a PDF with the eyes of another program. */
async function lookAt(bytes: Buffer): Promise<Pdf> {
  const folder = await mkdtemp(join(tmpdir(), "keelson-pdf-test-"))
  try {
    const file = join(folder, "a.pdf")
    await writeFile(file, bytes)
    const { stdout: text } = await run("pdftotext", ["-layout", file, "-"])
    const { stdout: fonts } = await run("pdffonts", [file])
    await run("pdftoppm", ["-gray", "-r", "60", file, join(folder, "page")])
    const names = (await readdir(folder)).filter((name) => name.endsWith(".pgm")).sort()
    return { text, fonts, pages: await Promise.all(names.map((name) => readFile(join(folder, name)))) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The share of dots of a page that are not white. */
function ink(page: Buffer): number {
  const dots = page.subarray(page.indexOf("255\n") + 4)
  return dots.filter((dot) => dot < 200).length / dots.length
}

async function makePdf(content: string): Promise<{ readonly output: string; readonly bytes: Buffer }> {
  await using fixture = await makeFixture(FILES)
  const output = await fixture.run(pdf, { path: "out/a.pdf", content })
  return { output, bytes: await readFile(fixture.path("out/a.pdf")) }
}

describe("a PDF (looked at with poppler-utils)", () => {
  it.skipIf(noPoppler || noChinese)("shows all that Markdown has", async () => {
    const { output, bytes } = await makePdf(REPORT)
    expect(output).toMatch(/^Wrote out\/a\.pdf \(2 pages, \d+ kB\)\.$/)
    const { text, fonts, pages } = await lookAt(bytes)
    for (const words of [
      "Tides 潮汐报告",
      'Opening with bold, italic, struck, code() , a link and "quotes" #set $x$ @y \\z.',
      "潮汐是海水在天体引潮力作用下所产生的周期性运动。",
      "nested 嵌套",
      "7. seven",
      "汉堡 Hamburg",
      'const tide = "潮" // <b>not bold</b>',
      "line two[1]",
    ]) {
      expect(text).toContain(words)
    }
    expect(fonts).toMatch(/DejaVuSansMono.* yes yes/)
    expect(pages).toHaveLength(2)
    for (const page of pages) expect(ink(page)).toBeGreaterThan(0.01)
  })

  it.skipIf(noPoppler || noChinese)("draws Chinese characters, each its own", async () => {
    const [one, two, again] = await Promise.all(
      ["春夏秋冬", "东南西北", "春夏秋冬"].map((text) => makePdf(`# ${text}`)),
    )
    const looks = await Promise.all([one, two, again].map((made) => lookAt(made?.bytes ?? Buffer.alloc(0))))
    const [spring, east, springAgain] = looks.map(({ pages }) => pages[0] ?? Buffer.alloc(0)) as [
      Buffer,
      Buffer,
      Buffer,
    ]
    expect(ink(spring)).toBeGreaterThan(0.001)
    // Signs for missing characters would all look the same.
    expect(spring.equals(east)).toBe(false)
    expect(spring.equals(springAgain)).toBe(true)
    expect(looks[0]?.fonts).toMatch(/(CJK|Han|Song|Sim|PingFang|YaHei|WenQuan|Hei|Fallback)\S* .*yes yes yes/)
  })

  it.skipIf(noPoppler)("breaks into pages and repeats a table's head", async () => {
    const rows = Array.from({ length: 120 }, (_, index) => `| ${index} | value ${index} |`).join("\n")
    const { bytes } = await makePdf(`# Long\n\n| Number | Content |\n|---|---|\n${rows}\n`)
    const { text, pages } = await lookAt(bytes)
    expect(pages.length).toBeGreaterThan(2)
    expect(text.match(/Number +Content/g)).toHaveLength(pages.length)
    expect(text).toMatch(new RegExp(`${pages.length} ?/ ?${pages.length}`))
  })

  it.skipIf(noPoppler)("of any nesting and of nothing but signs is made", async () => {
    const deep = `${"> ".repeat(60)}deep`
    const contents = [
      deep,
      `${"- ".repeat(60)}deep`,
      "# \n\n****\n\n| |\n|-|\n",
      "```\n```",
      "<div>a <b>b</b></div>",
      "\\#\\*",
    ]
    for (const content of contents) expect((await makePdf(content)).output).toMatch(/1 page/)
    expect((await lookAt((await makePdf(deep)).bytes)).text).toContain("deep")
  })
})

describe("characters without a font", () => {
  it("are told", async () => {
    const { output } = await makePdf(`# Rare ${"𲎯"} ${hasChinese ? "常用的汉字有很多" : ""}`).catch((error) => ({
      output: String(error),
    }))
    expect(output).toMatch(
      hasChinese ? /shown as boxes for want of a font: 𲎯/ : /No font for Chinese text is installed/,
    )
  })

  it("are no reason to write a file if there is nothing else", async () => {
    await using fixture = await makeFixture()
    expect(await fixture.fail(pdf, { path: "a.pdf", content: "𲎯𲎮" })).toMatch(/No font for Chinese.*fonts-noto-cjk/)
    expect(await readdir(fixture.workspace.root)).toEqual([])
  })
})

type Slides = { readonly parts: ReadonlyMap<string, string>; readonly texts: readonly (readonly string[])[] }

function openSlides(bytes: Buffer): Slides {
  const parts = new Map(unpack(bytes).map(({ name, content }) => [name, content.toString("utf8")]))
  const count = [...parts.keys()].filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name)).length
  const texts = Array.from({ length: count }, (_, index) =>
    [...(parts.get(`ppt/slides/slide${index + 1}.xml`) ?? "").matchAll(/<a:p>.*?<\/a:p>/gs)].map(([paragraph]) =>
      [...paragraph.matchAll(/<a:t>([^<]*)<\/a:t>/g)].map(([, text]) => text).join(""),
    ),
  )
  return { parts, texts }
}

async function makeSlides(content: string): Promise<Slides & { readonly output: string; readonly bytes: Buffer }> {
  await using fixture = await makeFixture(FILES)
  const output = await fixture.run(pptx, { path: "a.pptx", content })
  const bytes = await readFile(fixture.path("a.pptx"))
  return { output, bytes, ...openSlides(bytes) }
}

/** Every tag is closed by its own: what the strictest reader asks for first. */
function isWellFormed(xml: string): boolean {
  const open: string[] = []
  for (const [, close, name, attributes] of xml.matchAll(/<(\/?)([\w:]+)([^<>]*)>/g)) {
    if (close) {
      if (open.pop() !== name) return false
    } else if (!attributes?.endsWith("/")) open.push(name ?? "")
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML can't hold.
  return open.length === 0 && !/[\0-\x08\x0b\x0c\x0e-\x1f]/.test(xml)
}

/** The parts of the archive that a part refers to. */
function targetsOf(name: string, text: string): string[] {
  const folder = name.replace(/_rels\/[^/]+$/, "")
  const targets = [...text.matchAll(/Target="([^"]+)"/g)].map(([, target]) => target ?? "")
  const own = targets.filter((target) => !/^https?:/.test(target))
  return own.map((target) => new URL(target, `file:///${folder}`).pathname.slice(1))
}

describe("slides", () => {
  it("have a title, one slide for each section, and all that Markdown has", async () => {
    const { texts, parts } = await makeSlides(REPORT)
    expect(texts.map(([title]) => title)).toEqual([
      "Tides 潮汐报告",
      "Tides 潮汐报告",
      "Lists",
      "Table 表格",
      "Table 表格 (2)",
      "Table 表格 (3)",
    ])
    expect(texts[1]).toContain("潮汐是海水在天体引潮力作用下所产生的周期性运动。")
    expect(texts[2]?.slice(1, 7)).toEqual(["one", "nested 嵌套", "deep", "☑ done", "☐ open", "seven"])
    expect(texts[3]).toEqual(
      expect.arrayContaining([
        "汉堡 Hamburg",
        "3.6",
        "const tide = &quot;潮&quot; // &lt;b&gt;not bold&lt;/b&gt;",
        "A quote.",
        "Nested.",
      ]),
    )
    expect(texts[4]).toContain("Line oneline two[1]")
    const slide = (number: number) => parts.get(`ppt/slides/slide${number}.xml`) ?? ""
    expect(slide(3)).toMatch(/<a:buAutoNum type="arabicPeriod" startAt="7"\/>/)
    expect(slide(4)).toContain("<a:tbl>")
    expect(slide(5).match(/<p:pic>/g)).toHaveLength(2)
    expect(slide(5)).toMatch(/descr="chart"/)
    expect([...parts.keys()].filter((name) => name.endsWith(".svg"))).toHaveLength(1)
    const pictures = [...parts].filter(([name]) => name.endsWith(".png"))
    expect(pictures.map(([, content]) => content.slice(1, 4))).toEqual(["PNG", "PNG"])
  })

  it("name a font for Chinese text and say which text it is", async () => {
    const { parts } = await makeSlides("# 标题\n\n## 页\n\n`代码` 文字")
    expect(parts.get("ppt/theme/theme1.xml")?.match(/<a:ea typeface="Microsoft YaHei"/g)).toHaveLength(2)
    expect(parts.get("ppt/slides/slide2.xml")).toMatch(
      /lang="zh-CN".*<a:latin typeface="Consolas".*<a:ea typeface="Microsoft YaHei"/s,
    )
  })

  it("are split where they overflow, and lose nothing", async () => {
    const items = Array.from({ length: 40 }, (_, index) => `item ${index}`)
    const rows = Array.from({ length: 40 }, (_, index) => `row ${index}`)
    const lines = Array.from({ length: 80 }, (_, index) => `line(${index})`)
    const sentence = Array.from({ length: 300 }, (_, index) => `第${index}句话在这里。`)
    const content = `# T\n\n## List\n\n${items.map((item) => `- ${item}`).join("\n")}\n\n## Table\n\n| head |\n|---|\n${rows.map((row) => `| ${row} |`).join("\n")}\n\n## Code\n\n\`\`\`\n${lines.join("\n")}\n\`\`\`\n\n## Text\n\n${sentence.join("")}`
    const { texts } = await makeSlides(content)
    const titles = texts.map(([title]) => title)
    for (const title of ["List (2)", "Table (2)", "Code (2)", "Text (2)"]) expect(titles).toContain(title)
    const under = (name: string) => texts.filter(([title]) => title?.startsWith(name)).flatMap(([, ...rest]) => rest)
    const isOwn = (text: string) => text !== "" && !/^\d+$/.test(text)
    expect(under("List").filter(isOwn)).toEqual(items)
    expect(under("Table").filter((text) => isOwn(text) && text !== "head")).toEqual(rows)
    expect(under("Table").filter((text) => text === "head").length).toBe(
      titles.filter((title) => title?.startsWith("Table")).length,
    )
    expect(under("Code").filter(isOwn)).toEqual(lines)
    expect(under("Text").filter(isOwn).join("")).toBe(sentence.join(""))
  })

  it("are files that strict readers accept", async () => {
    const { parts } = await makeSlides(
      `${REPORT}\n\n## Odd \u0007 & < > "\n\na\u0000b \ud800 **x** *y* <br> z\n\n## \n\n| a | |\n|-|-|\n| | b |\n\n${"- ".repeat(50)}deep\n\n> > - x\n\n1. \n2. \`c\`\n`,
    )
    const texts = [...parts].filter(([name]) => /\.(xml|rels)$/.test(name))
    expect(texts.filter(([, text]) => !isWellFormed(text)).map(([name]) => name)).toEqual([])
    const paragraphs = texts.flatMap(([, text]) =>
      [...text.matchAll(/<a:p>.*?<\/a:p>/gs)].map(([paragraph]) => paragraph),
    )
    expect(paragraphs.filter((paragraph) => (paragraph.match(/<a:pPr/g)?.length ?? 0) > 1)).toEqual([])
    const targets = texts.filter(([name]) => name.endsWith(".rels")).flatMap(([name, text]) => targetsOf(name, text))
    const listed = [...(parts.get("[Content_Types].xml") ?? "").matchAll(/PartName="\/([^"]+)"/g)].map(
      ([, part]) => part ?? "",
    )
    expect([...targets, ...listed].filter((target) => !parts.has(target))).toEqual([])
  })

  it.skipIf(needs("unzip"))("are an archive that unzip (of the package unzip) accepts", async () => {
    const { bytes } = await makeSlides(REPORT)
    const folder = await mkdtemp(join(tmpdir(), "keelson-pptx-test-"))
    try {
      await writeFile(join(folder, "a.pptx"), bytes)
      expect((await run("unzip", ["-t", join(folder, "a.pptx")])).stdout).toContain("No errors detected")
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it.skipIf(!process.env.CI && spawnSync("soffice", ["--version"]).error !== undefined)(
    "are drawn by LibreOffice, Chinese characters included",
    async () => {
      const { bytes, texts } = await makeSlides(REPORT)
      const folder = await mkdtemp(join(tmpdir(), "keelson-pptx-test-"))
      try {
        await writeFile(join(folder, "a.pptx"), bytes)
        await run("soffice", ["--headless", "--convert-to", "pdf", "--outdir", folder, join(folder, "a.pptx")])
        const { pages } = await lookAt(await readFile(join(folder, "a.pdf")))
        expect(pages).toHaveLength(texts.length)
        for (const page of pages) expect(ink(page)).toBeGreaterThan(0.001)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  )
})

describe.each(creationTools.map((tool) => [tool.name, tool] as const))("%s", (name, tool) => {
  const path = `out.${name}`

  it("gives the same bytes for the same text, so that a crash can be told from a finished write", async () => {
    await using fixture = await makeFixture(FILES)
    const content = hasChinese ? REPORT : REPORT.replace(/\p{Script=Han}/gu, "x")
    const first = await fixture.prepare(tool, { path, content })
    const second = await fixture.prepare(tool, { path, content })
    expect(second.changes).toEqual(first.changes)
    expect(first.changes).toEqual([{ path, before: null, after: expect.stringMatching(/^[0-9a-f]{32}$/) }])
    await first.apply()
    expect(contentHash(await readFile(fixture.path(path)))).toBe(first.changes[0]?.after)
    expect(await fixture.prepare(tool, { path, content })).toMatchObject({ changes: [] })
  })

  const refusals: readonly (readonly [object, RegExp])[] = [
    [{ path: "out.txt", content: "x" }, /must end in \.p/],
    [{ path, content: "" }, /is empty/],
    [{ path, content: "<!-- nothing -->" }, /is empty/],
    [{ path }, /either content .* or source/],
    [{ path, content: "x", source: "report.md" }, /either content .* or source/],
    [{ path, source: "missing.md" }, /does not exist/],
    [{ path, source: "../outside/secret.txt" }, /outside the workspace/],
    [{ path, source: "img/photo.png" }, /not a text file/],
    [{ path: `../${path}`, content: "x" }, /outside the workspace/],
    [{ path: `.git/${path}`, content: "x" }, /belongs to git/],
    [{ path, content: "![a](https://example.org/a.png)" }, /not in the workspace/],
    [{ path, content: "![a](//example.org/a.png)" }, /not in the workspace/],
    [{ path, content: "![a](file:///etc/passwd)" }, /not in the workspace/],
    [{ path, content: "![a](data:image/png;base64,AAAA)" }, /not in the workspace/],
    [{ path, content: "![a](../outside/secret.txt)" }, /outside the workspace/],
    [{ path, content: "![a](%2e%2e/outside/secret.txt)" }, /outside the workspace/],
    [{ path, content: "![a](/etc/passwd)" }, /outside the workspace/],
    [{ path, content: "![a](.env)" }, /off limits/],
    [{ path, content: "![a](report.md)" }, /neither PNG nor JPEG nor SVG/],
    [{ path, content: "![a](evil.svg)" }, /holds scripts or loads things/],
    [{ path, content: "![a](remote.svg)" }, /holds scripts or loads things/],
    [{ path, content: "x".repeat(500_001) }, /the limit is 500000/],
    [{ path, content: `${"> ".repeat(5000)}deep` }, /too complicated to be read/],
  ]
  it.each(refusals.map(([input, why]) => [why.source, input, why] as const))(
    "refuses: %s",
    async (_title, input, why) => {
      await using fixture = await makeFixture({
        ...FILES,
        ".env": "KEY=1",
        "evil.svg": SVG.replace("<rect", "<script>alert(1)</script><rect"),
        "remote.svg": SVG.replace("<rect", '<image href="file:///etc/passwd"/><rect'),
      })
      expect(await fixture.fail(tool, input)).toMatch(why)
    },
  )

  it("makes a file in a run, from what the same batch wrote", async () => {
    await using fixture = await makeFixture()
    const store = new MemoryStore()
    const model = new ScriptedModel([
      { call: "write_file", input: { path: "text.md", content: "# Title\n\n## Part\n\nwords\n" } },
      { call: name, input: { path, source: "text.md" } },
      "Made.",
    ])
    const tools = [...codingTools, ...creationTools]
    const agent = await createAgent({
      model,
      workspace: fixture.workspace.root,
      strategy: react,
      tools,
      approve: "edits",
      store,
    })
    expect((await agent.run("Write a text and make a document of it.")).outcome).toBe("done")
    const ended = await eventsOf(store, "task.ended")
    expect(ended.map(({ status }) => status)).toEqual(["done", "done"])
    expect(ended[1]?.changes).toEqual([{ path, before: null, after: contentHash(await readFile(fixture.path(path))) }])
  })
})
