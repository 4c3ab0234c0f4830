import { readFile } from "node:fs/promises"
import { inflateSync } from "node:zlib"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makeFixture } from "../../../test/support/tool-fixture.ts"
import { readChart } from "./chart.ts"
import { drawChart } from "./draw-chart.ts"
import { makeChart } from "./make-chart.ts"
import { placeScaleOf, scaleOf } from "./scale.ts"

const SEED = Number(process.env.KEELSON_TEST_SEED ?? 20261118)
const MONTHS = {
  columns: ["month", "revenue", "costs"],
  rows: [
    ["Jan", 120.5, 80],
    ["Feb", -30, 70],
    ["März & <April>", null, 60],
  ],
}

describe("a chart", () => {
  it.each(["bars", "lines", "points"] as const)("of %s is a drawing that can be read as XML", async (kind) => {
    await using fixture = await makeFixture()
    const output = await fixture.run(makeChart, {
      path: "charts/a.svg",
      kind,
      title: "Revenue",
      y_title: "EUR",
      ...MONTHS,
    })
    expect(output).toMatch(/^Drew charts\/a\.svg \(\w+, 3 rows, series: revenue, costs; \d/)
    const svg = await readFile(fixture.path("charts/a.svg"), "utf8")
    expect(await tagsIn(svg)).toContain("svg")
    for (const word of ["Revenue", "EUR", "Jan", "revenue", "costs", "März &amp; &lt;April&gt;"])
      expect(svg).toContain(word)
  })

  it("of a query shows what the files say", async () => {
    await using fixture = await makeFixture({ "sales.csv": "region,amount\nNorth,10\nSouth,20\nNorth,30\n" })
    const sql = "SELECT region, sum(amount) AS total FROM sales GROUP BY region ORDER BY region"
    await fixture.run(makeChart, { path: "pie.svg", kind: "pie", files: ["sales.csv"], sql })
    const svg = await readFile(fixture.path("pie.svg"), "utf8")
    expect(svg).toContain("<title>North: 40</title>")
    expect(svg).toContain("67%")
  })

  it("is a PNG that can be opened, where its name says so", async () => {
    await using fixture = await makeFixture()
    await fixture.run(makeChart, { path: "a.png", kind: "bars", ...MONTHS })
    const png = await readFile(fixture.path("a.png"))
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1600, 1000])
    const pixels = pixelsOf(png)
    expect(pixels.length).toBe(1000 * (1600 * 4 + 1))
    expect(new Set(pixels).size).toBeGreaterThan(50)
  })

  it("is the same, and no change, when it is drawn again", async () => {
    await using fixture = await makeFixture()
    const input = { path: "a.svg", kind: "lines", ...MONTHS }
    await fixture.run(makeChart, input)
    expect((await fixture.prepare(makeChart, input)).changes).toEqual([])
  })

  it("that can't be drawn is refused with what would help", async () => {
    await using fixture = await makeFixture({ "n.csv": "a,b\n1,2\n" })
    const fails = (input: object) => fixture.fail(makeChart, { path: "a.svg", kind: "bars", ...MONTHS, ...input })
    expect(await fails({ path: "a.jpg" })).toContain("must end in .svg or .png")
    expect(await fails({ kind: "pie" })).toContain("A pie shows one series")
    expect(await fails({ rows: [["Jan", "many", 1]] })).toContain(
      '"many" in column "revenue" is not a number that can be drawn',
    )
    expect(await fails({ rows: [["Jan", 1]] })).toContain("one cell per column: 3")
    expect(await fails({ rows: Array.from({ length: 101 }, (_, index) => [index, 1, 2]) })).toContain(
      "100 are the most",
    )
    expect(await fails({ files: ["n.csv"], sql: "SELECT 1" })).toContain("Give either")
    const query = { columns: undefined, rows: undefined, files: ["n.csv"] }
    expect(await fails({ ...query, sql: "SELECT range, 1 FROM range(3000)" })).toContain("2000 are the most")
    expect(await fails({ ...query, sql: "SELECT nope FROM n" })).toContain("nope")
  })

  it("has no place outside of its paper, whatever the numbers", () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
      fc.constantFrom(0, 1e-9, -5),
      fc.constant(null),
    )
    const rows = fc.array(fc.tuple(fc.string({ maxLength: 30 }), number, number), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(fc.constantFrom("bars", "lines", "points"), rows, (kind, cells) => {
        if (cells.every(([, a, b]) => a === null && b === null)) return
        const { svg } = drawChart(readChart(kind, { columns: ["x", "a", "b"], rows: cells }, {}))
        expect(svg).not.toMatch(/NaN|Infinity|undefined/)
        for (const [, x, y] of svg.matchAll(/cx="([-\d.]+)" cy="([-\d.]+)"/g)) {
          expect(Number(x)).toBeGreaterThanOrEqual(0)
          expect(Number(x)).toBeLessThanOrEqual(800)
          expect(Number(y)).toBeGreaterThanOrEqual(0)
          expect(Number(y)).toBeLessThanOrEqual(500)
        }
      }),
      { seed: SEED },
    )
  })

  it("has axes with round steps that hold every value", () => {
    expect(scaleOf([3, 97]).ticks.map((tick) => scaleOf([3, 97]).text(tick))).toEqual([
      "0",
      "20",
      "40",
      "60",
      "80",
      "100",
    ])
    expect(scaleOf([0.1, 0.35], { fromZero: true }).ticks.length).toBeGreaterThan(3)
    expect(scaleOf([5]).low).toBeLessThanOrEqual(5)
  })
})

describe("the numbers on bars", () => {
  const SALES = [
    46408.48, 46438.62, 65206.79, 64794.51, 142731.8, 72322.7, 5206.79, 51234.5, 88888.88, 120000, 99999.99, 131072.01,
  ]
  const csv = `month,amount\n${SALES.map((amount, index) => `2025-${String(index + 1).padStart(2, "0")},${amount}`).join("\n")}\n`

  it("of twelve months keep their cents, all of them, and don't meet", async () => {
    await using fixture = await makeFixture({ "sales.csv": csv })
    const sql = "SELECT month, sum(amount) AS revenue FROM sales GROUP BY 1 ORDER BY 1"
    const query = { kind: "bars", title: "Revenue", y_title: "EUR", files: ["sales.csv"], sql }
    expect(await fixture.run(makeChart, { path: "a.svg", ...query })).toMatch(
      /^Drew a\.svg \(bars, 12 rows, series: revenue; [\d.]+ kB\)\.$/,
    )
    const svg = await readFile(fixture.path("a.svg"), "utf8")
    const labels = await numbersIn(svg)
    expect(labels.map(({ text }) => text)).toEqual(
      SALES.map((amount) => amount.toLocaleString("en", { minimumFractionDigits: 2 })),
    )
    expect(meetings(labels)).toEqual([])
    expect(svg).toContain("<title>2025-05, revenue: 142,731.80</title>")
  })

  it("stand upright where there are many, and are left out where there is no room; the result says so", async () => {
    await using fixture = await makeFixture()
    const draw = async (rows: number) => {
      const shops = Array.from({ length: rows }, (_, index) => [`Shop ${index + 1}`, 20_000.25 + index * 999])
      const said = await fixture.run(makeChart, {
        path: "a.svg",
        kind: "bars",
        columns: ["shop", "revenue"],
        rows: shops,
      })
      return { said, labels: await numbersIn(await readFile(fixture.path("a.svg"), "utf8")) }
    }
    const thirty = await draw(30)
    expect(thirty.said).toContain("- The values on the bars stand upright, for want of room.")
    expect(thirty.labels.length).toBe(30)
    expect(meetings(thirty.labels)).toEqual([])
    const many = await draw(80)
    expect(many.said).toContain(
      "- No values are written on the bars: 80 bars leave no room. Fewer rows or series would.",
    )
    expect(many.said).toContain("- The x axis names every 3rd of 80 rows.")
    expect(many.labels).toEqual([])
  })

  it.each([
    [[1, 2.5, 3], ["1.0", "2.5", "3.0"], undefined],
    [["10.00", "7.50"], ["10.00", "7.50"], undefined],
    [[0.1 + 0.2, 0.5], ["0.3", "0.5"], undefined],
    [["12.5000", "1.0000"], ["12.50", "1.00"], undefined],
    [[1 / 3, 2], ["0.33", "2.00"], "- The values of v are rounded to 2 decimals."],
    [[0.000123456, 0.0005], ["0.000123", "0.000500"], "- The values of v are rounded to 6 decimals."],
    [[1234567.5, -200000], ["1,234,567.5", "-200,000.0"], undefined],
  ])("of %j are %j", async (values, texts, note) => {
    await using fixture = await makeFixture()
    const rows = values.map((value, index) => [`r${index}`, value])
    const said = await fixture.run(makeChart, { path: "a.svg", kind: "bars", columns: ["x", "v"], rows })
    const labels = await numbersIn(await readFile(fixture.path("a.svg"), "utf8"))
    expect(labels.map(({ text }) => text)).toEqual(texts)
    expect(said.split("\n").slice(1)).toEqual(note === undefined ? [] : [note])
  })

  it("never meet nor leave the paper, whatever they are", async () => {
    const number = fc.oneof(
      fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 100),
      fc.constantFrom(0, 1e12, -0.004, null),
    )
    const charts = fc
      .integer({ min: 1, max: 3 })
      .chain((series) =>
        fc.array(fc.tuple(...Array.from({ length: series }, () => number)), { minLength: 1, maxLength: 45 }),
      )
    await fc.assert(
      fc.asyncProperty(charts, async (cells) => {
        if (cells.flat().every((cell) => cell === null)) return
        const columns = ["x", ...(cells[0] ?? []).map((_, index) => `series ${index}`)]
        const rows = cells.map((row, index) => [`row ${index}`, ...row])
        const labels = await numbersIn(drawChart(readChart("bars", { columns, rows }, { title: "Any" })).svg)
        expect(meetings(labels)).toEqual([])
        for (const { left, right, top, bottom } of labels) {
          expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
          expect(right).toBeLessThanOrEqual(800)
          expect(bottom).toBeLessThanOrEqual(500)
        }
      }),
      { seed: SEED, numRuns: 60 },
    )
  })
})

describe("what a reader would notice", () => {
  const notes = async (input: object): Promise<{ said: string[]; svg: string }> => {
    await using fixture = await makeFixture()
    const output = await fixture.run(makeChart, { path: "a.svg", ...input })
    return { said: output.split("\n").slice(1), svg: await readFile(fixture.path("a.svg"), "utf8") }
  }

  it("lines begin at zero where the values allow it", async () => {
    const { said, svg } = await notes({
      kind: "lines",
      columns: ["m", "v"],
      rows: [
        ["Jan", 20_000],
        ["Feb", 140_000],
      ],
    })
    expect(said).toEqual([])
    expect(svg).toContain(">0</text>")
  })

  it.each([
    [{ title: "Price" }, "Axis begins at 20,500, not at zero"],
    [{ title: "全年价格" }, "纵轴从 20,500 开始，而不是 0"],
  ])("an axis that does not is broken, and says so: %j", async (titles, words) => {
    const rows = [
      ["一月", 20_600],
      ["二月", 21_900],
    ]
    const { said, svg } = await notes({
      kind: "lines",
      columns: ["m", "v"],
      rows: titles.title === "Price" ? rows.map(([, v], i) => [`Month ${i}`, v]) : rows,
      ...titles,
    })
    expect(said).toEqual([
      "- The y axis begins at 20,500, not at zero (the drawing says so): differences look larger than they are.",
    ])
    expect(svg).toContain(words)
  })

  it("an axis of negative values that ends before zero says so too", async () => {
    const { said } = await notes({
      kind: "points",
      columns: ["x", "v"],
      rows: [
        [1, -990],
        [2, -1000],
      ],
    })
    expect(said.join()).toContain("The y axis ends at -990, not at zero")
  })

  it("values that are missing, and a point between two of them", async () => {
    const rows = [
      ["Jan", 1, 4],
      ["Feb", null, 5],
      ["Mar", 3, null],
      ["Apr", null, 2],
    ]
    const { said, svg } = await notes({ kind: "lines", columns: ["m", "a", "b"], rows })
    expect(said).toEqual([
      '- 3 values are missing and are drawn as a gap in the line: "Feb" of a, "Apr" of a, "Mar" of b.',
    ])
    expect(svg).toContain("<title>Mar, a: 3</title>")
    const bars = await notes({
      kind: "bars",
      columns: ["m", "a"],
      rows: [
        ["Jan", 1],
        ["Feb", null],
        ["Mar", 0],
      ],
    })
    expect(bars.said).toEqual([
      '- 1 value is missing and is drawn as no bar: "Feb".',
      '- 1 bar is too low to be seen: "Mar".',
    ])
    expect(bars.svg).toContain(">–</text>")
  })

  it("names that are cut, but not those that fit on several lines", async () => {
    const long = "Gardening tools and outdoor equipment for professionals of all kinds"
    const few = await notes({
      kind: "bars",
      columns: ["c", "v"],
      rows: [
        [long, 1],
        ["Books", 2],
      ],
    })
    expect(few.said).toEqual([])
    const rows = Array.from({ length: 20 }, (_, index) => [index === 3 ? long : `Shop ${index}`, index + 1])
    const { said } = await notes({ kind: "bars", columns: ["c", "v"], rows })
    expect(said.join()).toMatch(/1 label of the x axis is cut: "Gardening tools and .*…"\./)
    const title = "A title that says more than has room ".repeat(4)
    const cut = await notes({
      kind: "lines",
      columns: ["c", "v", long.repeat(2)],
      rows: [["a", 1, 2]],
      title,
      y_title: title,
    })
    expect(cut.said.map((line) => line.split(":")[0])).toEqual([
      "- The title is cut",
      "- Names in the legend are cut",
      "- The title of the y axis is cut",
    ])
  })

  it("slices that are too small for their share, and those that are none", async () => {
    const rows = [
      ["A", 500],
      ["B", 480],
      ["C", 15],
      ["D", 0],
      ["E", null],
    ]
    const { said, svg } = await notes({ kind: "pie", columns: ["c", "v"], rows })
    expect(said).toEqual([
      '- 1 value is missing and is drawn as no slice: "E".',
      '- Slices below 3% have their share in the legend instead: "C".',
      '- Zeros have no slice: "D".',
    ])
    for (const text of [">50.3%<", ">48.2%<", ">C 1.5%<"]) expect(svg).toContain(text)
  })
})

describe("an axis", () => {
  it("has one unit and as many decimals everywhere, in the language of the drawing", () => {
    const texts = (language: "en" | "zh") => {
      const scale = scaleOf([0, 2_400_000], { language })
      return scale.ticks.map((tick) => scale.text(tick))
    }
    expect(texts("en")).toEqual(["0", "0.5M", "1.0M", "1.5M", "2.0M", "2.5M"])
    expect(texts("zh")).toEqual(["0", "50万", "100万", "150万", "200万", "250万"])
  })

  it("of years has no commas, and one place stands in the middle", () => {
    const years = placeScaleOf([2021, 2022, 2023, 2024], "en")
    expect(years.ticks.map((tick) => years.text(tick))).toEqual(["2021", "2022", "2023", "2024"])
    const one = placeScaleOf([2024], "en")
    expect(one.ticks.map((tick) => one.text(tick))).toEqual(["2024"])
    expect(one.high - 2024).toBeCloseTo(2024 - one.low)
  })
})

type Box = {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The numbers written on bars, and where they are: as wide as the widest of the fonts makes them. */
async function numbersIn(svg: string): Promise<Box[]> {
  const { DOMParser } = await import("linkedom")
  const document = new DOMParser().parseFromString(svg, "image/svg+xml")
  return [...document.querySelectorAll("text")].flatMap((element) => {
    const text = element.textContent ?? ""
    const [x, y, size] = ["x", "y", "font-size"].map((name) => Number(element.getAttribute(name)))
    if (!size || size > 11 || !/^-?[\d,.]+$/.test(text) || x === undefined || y === undefined) return []
    const width =
      [...text].reduce((sum, sign) => sum + (/\d/.test(sign) ? 0.636 : sign === "-" ? 0.361 : 0.318), 0) * size
    const [high, anchor] = [size * 0.73, element.getAttribute("text-anchor")]
    if (!element.getAttribute("transform")?.includes("rotate(-90")) {
      return [{ text, left: x - width / 2, right: x + width / 2, top: y - high, bottom: y }]
    }
    const [top, bottom] = anchor === "end" ? [y, y + width] : [y - width, y]
    return [{ text, left: x - high, right: x, top, bottom }]
  })
}

function meetings(boxes: readonly Box[]): string[] {
  return boxes.flatMap((one, index) =>
    boxes.slice(index + 1).flatMap((other) => {
      const isApart =
        one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top
      return isApart ? [] : [`${one.text} and ${other.text}`]
    }),
  )
}

/** The names of all elements, read by a parser that refuses what is no XML. */
async function tagsIn(svg: string): Promise<string[]> {
  const { DOMParser } = await import("linkedom")
  const document = new DOMParser().parseFromString(svg, "image/svg+xml")
  return [...document.querySelectorAll("*")].map(({ tagName }) => tagName)
}

function pixelsOf(png: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let place = 8; place < png.length; place += 12 + png.readUInt32BE(place)) {
    if (png.toString("latin1", place + 4, place + 8) === "IDAT")
      parts.push(png.subarray(place + 8, place + 8 + png.readUInt32BE(place)))
  }
  return inflateSync(Buffer.concat(parts))
}
