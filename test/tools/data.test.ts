import { once } from "node:events"
import { createWriteStream } from "node:fs"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { crc32, deflateSync } from "node:zlib"
import { expect, it } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { openStore } from "../../src/journal/open-store.ts"
import type { RunStore } from "../../src/journal/run-store.ts"
import type { ModelRequest } from "../../src/model/seam/model.ts"
import { react } from "../../src/strategies/react/react.ts"
import type { ScriptCall, ScriptLine } from "../../src/testing/script-line.ts"
import { ScriptedModel } from "../../src/testing/scripted-model.ts"
import { dataTools } from "../../src/tools/data/index.ts"
import { pictureTools } from "../../src/tools/pictures/index.ts"
import type { AnyTool } from "../../src/tools/tool.ts"
import { eventsOf } from "../guards/front-door.ts"

const REGIONS = ["东北", "华南", "华东", "西部"] as const
const ROWS = 1_000_000

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "keelson-data-test-"))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function play(
  workspace: string,
  lines: readonly ScriptLine[],
  store: RunStore = new MemoryStore(),
  tools: readonly AnyTool[] = dataTools,
) {
  const model = new ScriptedModel(lines)
  const agent = await createAgent({ model, workspace, strategy: react, tools, approve: "full", store })
  const result = await agent.run("统计 sales.csv: which region sold most?")
  model.assertFinished()
  return result
}

function lastResult({ messages }: ModelRequest): string {
  return messages.findLast(({ role }) => role === "tool")?.text ?? ""
}

type Totals = Map<string, { cents: number; rows: number }>

/** A million sales, the same in every run; gives back what they add up to. */
async function writeSales(path: string): Promise<Totals> {
  const totals: Totals = new Map(REGIONS.map((region) => [region, { cents: 0, rows: 0 }]))
  const file = createWriteStream(path)
  file.write("编号,地区,金额\n")
  let state = 20_240_101
  let lines = ""
  for (let row = 1; row <= ROWS; row++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const region = REGIONS[(state >>> 16) % REGIONS.length] as string
    const cents = (state >>> 8) % 100_000
    const total = totals.get(region)
    if (total) Object.assign(total, { cents: total.cents + cents, rows: total.rows + 1 })
    lines += `${row},${region},${(cents / 100).toFixed(2)}\n`
    if (row % 20_000 !== 0) continue
    if (!file.write(lines)) await once(file, "drain")
    lines = ""
  }
  file.end()
  await once(file, "close")
  return totals
}

it("a question about a million rows is answered with the right numbers", async () => {
  await inFolder(async (workspace) => {
    const totals = await writeSales(join(workspace, "sales.csv"))
    const sql =
      "SELECT 地区, count(*) AS n, sum(金额::DECIMAL(12,2)) AS total FROM sales GROUP BY 地区 ORDER BY total DESC"
    const seen: string[] = []
    const result = await play(workspace, [
      { call: "read_dataset", input: { path: "sales.csv", rows: 2 } },
      (request) => {
        seen.push(lastResult(request))
        return { call: "query_data", input: { files: ["sales.csv"], sql } }
      },
      (request) => {
        seen.push(lastResult(request))
        return { call: "task_done", input: { summary: lastResult(request) } }
      },
    ])

    const ranked = [...totals].sort(([, a], [, b]) => b.cents - a.cents)
    const lines = ranked.map(([region, { cents, rows }]) => `| ${region} | ${rows} | ${(cents / 100).toFixed(2)} |`)
    expect(result.outcome).toBe("done")
    expect(result.message).toContain(lines.join("\n"))
    expect(seen[0]).toContain("sales.csv: 1000000 rows, 3 columns (CSV; ")
    expect(seen[0]).toContain("| 编号 | BIGINT | 0 |")
    const frequent = [...totals].sort(([, a], [, b]) => b.rows - a.rows)
    expect(seen[0]).toContain(`- 地区 (4): ${frequent.map(([region, { rows }]) => `"${region}" ${rows}`).join(", ")}`)
  })
})

it("a chart of a query is a file of the run's, and can be looked at", async () => {
  await inFolder(async (workspace) => {
    await writeFile(join(workspace, "sales.csv"), "month,amount\nJan,3\nFeb,5\nJan,4\n")
    const sql = "SELECT month, sum(amount) AS amount FROM sales GROUP BY month ORDER BY month DESC"
    const seen: ModelRequest[] = []
    const note = (request: ModelRequest, input: ScriptCall): ScriptCall => {
      seen.push(structuredClone(request))
      return input
    }
    const lines: ScriptLine[] = [
      { call: "make_chart", input: { path: "charts/sales.svg", kind: "bars", files: ["sales.csv"], sql } },
      (request) => note(request, { call: "view_image", input: { path: "charts/sales.svg" } }),
      (request) => note(request, { call: "task_done", input: { summary: "Drawn." } }),
    ]
    const result = await play(workspace, lines, new MemoryStore(), [...dataTools, ...pictureTools])
    expect(result).toMatchObject({ outcome: "done", files: [{ path: "charts/sales.svg" }] })
    const svg = await readFile(join(workspace, "charts/sales.svg"), "utf8")
    for (const label of ["Jan", "Feb"]) expect(svg).toContain(label)
    const looked = seen.at(-1)?.messages.findLast(({ role }) => role === "tool")
    expect(looked).toMatchObject({ pictures: [expect.objectContaining({ mime: "image/png" })] })
  })
})

/** A red dot: the smallest PNG that is one. */
function redDot(): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const edges = Buffer.alloc(8)
    edges.writeUInt32BE(data.length, 0)
    edges.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([edges.subarray(0, 4), body, edges.subarray(4)])
  }
  const head = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  const pixel = deflateSync(Buffer.from([0, 255, 0, 0]))
  const signature = Buffer.from("89504e470d0a1a0a", "hex")
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", pixel), chunk("IEND", Buffer.alloc(0))])
}

it("a figure that code drew is named in the result and kept with the run", async () => {
  await inFolder(async (folder) => {
    const dot = redDot()
    await writeFile(join(folder, "sales.csv"), "a\n1\n")
    const code = `import { writeFileSync } from "node:fs"
      const folder = process.env.KEELSON_FIGURES
      writeFileSync(folder + "/dot.png", Buffer.from("${dot.toString("base64")}", "base64"))
      writeFileSync(folder + "/same.png", Buffer.from("${dot.toString("base64")}", "base64"))
      console.log("drawn")`
    const seen: string[] = []
    const state = join(folder, "state")
    const store = await openStore(state)
    const { run_id } = await play(
      folder,
      [
        { call: "run_code", input: { language: "javascript", code } },
        (request) => {
          seen.push(lastResult(request))
          return { call: "task_done", input: { summary: "One red dot." } }
        },
      ],
      store,
    )
    const [ended] = await eventsOf(store, "task.ended")
    await store.close()

    const names = ended?.artifacts?.map(({ name, mime, size }) => [name, mime, size])
    expect(names).toEqual([
      ["t1t1-1.png", "image/png", dot.length],
      ["t1t1-2.png", "image/png", dot.length],
    ])
    expect(seen[0]).toContain(`drawn\nfigure t1t1-1.png (${dot.length} bytes)\nfigure t1t1-2.png (${dot.length} bytes)`)
    const [first, second] = ended?.artifacts ?? []
    expect(first?.id).toMatch(/^image-[0-9a-f]{32}$/)
    expect(second?.id).toBe(first?.id)
    const again = await openStore(state)
    const blob = await again.loadBlob(run_id, first?.id ?? "")
    expect(blob?.mime).toBe("image/png")
    expect(Buffer.from(blob?.data ?? []).equals(dot)).toBe(true)
    await again.close()
  })
})
