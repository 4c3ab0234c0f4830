import { z } from "zod"
import { BUILT_IN } from "../built-in.ts"
import { runInChild } from "../child/run-in-child.ts"
import { normalisePath } from "../code/text/text.ts"
import { defineTool } from "../tool.ts"
import { DescribedSource } from "./data-source.ts"
import { locateSource } from "./locate-sources.ts"
import { dataEngine } from "./sql/duckdb.ts"

const SAMPLE_ROWS = 5
const LARGEST_SAMPLE = 50

/** Says what is in a file of data without showing all of it. */
export const readDataset = defineTool({
  name: "read_dataset",
  description:
    "Describe a CSV, TSV, JSON, Parquet or Excel file: columns, types, statistics over all rows, every value of columns with at most 20 different ones, values that are repeated or written in several forms, sample rows.",
  input: DescribedSource.extend({
    rows: z.int().min(0).max(LARGEST_SAMPLE).optional().describe("sample rows to show; default 5"),
  }),
  access: "read",
  traits: BUILT_IN.data.read_dataset,
  repeat: "safe",
  timeoutMs: 60_000,
  paths: ({ path }) => [normalisePath(path)],
  title: ({ path }) => `Read data ${normalisePath(path)}`,

  async execute({ rows = SAMPLE_ROWS, ...source }, context) {
    const located = await locateSource(source, context)
    const request = { ...dataEngine(context), source: located, rows }
    return runInChild(context, { job: "read_dataset", request }, { advice: ADVICE })
  },
})

const ADVICE = "Ask for a part of it with query_data, or split the file."
