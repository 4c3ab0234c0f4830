import { z } from "zod"
import { formatSize } from "../artifact-limits.ts"
import { BUILT_IN } from "../built-in.ts"
import { runInChild } from "../child/run-in-child.ts"
import { prepareFileChange } from "../code/file-change.ts"
import { readContent } from "../code/file-content.ts"
import { count, normalisePath } from "../code/text/text.ts"
import { locateSources } from "../data/locate-sources.ts"
import { dataEngine } from "../data/sql/duckdb.ts"
import { Files, pathsOf, sourcesByName } from "../data/table-names.ts"
import { renderSvg } from "../pictures/render-svg.ts"
import { defineTool, type ToolContext, ToolFailure } from "../tool.ts"
import { CHART_KINDS, type ChartTable, MOST_ROWS, readChart } from "./chart.ts"
import { drawChart } from "./draw-chart.ts"

const Input = z.object({
  path: z.string().describe("ends in .svg or .png"),
  kind: z.enum(CHART_KINDS),
  columns: z.array(z.string()).optional(),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))).optional(),
  files: Files.optional().describe("as for query_data"),
  sql: z.string().optional(),
  title: z.string().optional(),
  x_title: z.string().optional(),
  y_title: z.string().optional(),
})
type Input = z.infer<typeof Input>

/** Draws without Python; the same input gives the same bytes. */
export const makeChart = defineTool({
  name: "make_chart",
  description:
    "Draw a chart from columns and rows, or from files and one SQL query. The first column has the labels or x values, each further one is a series of numbers. At most 2,000 rows, 200 bars, 12 slices, 12 series.",
  input: Input,
  access: "write",
  traits: BUILT_IN.data.make_chart,
  repeat: "check",
  timeoutMs: 60_000,
  paths: ({ path, files }) => [normalisePath(path), ...(files ? pathsOf(files).map(normalisePath) : [])],
  title: ({ path, kind }) => `Draw ${normalisePath(path)} (${kind})`,

  async prepare(input, context) {
    const ending = /\.(svg|png)$/i.exec(input.path)?.[1]?.toLowerCase()
    if (ending === undefined) throw new ToolFailure(`"${input.path}" must end in .svg or .png; give such a path.`)
    const file = await readContent(context.workspace, input.path, "write")
    const table = await tableOf(input, context)
    const { svg, notes } = drawChart(
      readChart(input.kind, table, { title: input.title, x: input.x_title, y: input.y_title }),
    )
    const after = ending === "svg" ? Buffer.from(svg) : Buffer.from((await renderSvg(Buffer.from(svg), context)).bytes)
    const about = `${input.kind}, ${count(table.rows.length, "row")}, series: ${table.columns.slice(1).join(", ")}`
    return prepareFileChange({
      context,
      file,
      after,
      output: [`Drew ${file.path} (${about}; ${formatSize(after.length)}).`, ...notes.map((note) => `- ${note}`)].join(
        "\n",
      ),
    })
  },
})

async function tableOf({ columns, rows, files, sql }: Input, context: ToolContext): Promise<ChartTable> {
  if (columns && rows && !files && !sql) return { columns, rows }
  if (columns || rows || !files || !sql) throw new ToolFailure("Give either columns and rows, or files and sql.")
  const sources = await locateSources(sourcesByName(files), context)
  const request = { ...dataEngine(context), sources, sql, limit: MOST_ROWS }
  const table = await runInChild(
    context,
    { job: "query_table", request },
    { advice: "Aggregate: a chart shows few rows." },
  )
  if (table.total === null || table.total > MOST_ROWS) {
    throw new ToolFailure(
      `The query has ${table.total ?? "millions of"} rows, ${MOST_ROWS} are the most for a chart; aggregate.`,
    )
  }
  return table
}
