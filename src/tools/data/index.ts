import { makeChart } from "../charts/make-chart.ts"
import type { AnyTool } from "../tool.ts"
import { queryData } from "./query-data.ts"
import { readDataset } from "./read-dataset.ts"
import { runCode } from "./run-code.ts"

/** Tools that look into data, compute with it and draw it. */
export const dataTools: readonly AnyTool[] = [readDataset, queryData, runCode, makeChart]
