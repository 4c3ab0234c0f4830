import { z } from "zod"

/** Where a dataset is, and what its file does not say itself. */
export const DataSource = z.object({
  path: z.string(),
  sheet: z.string().optional().describe("Excel only; default: the first"),
  delimiter: z.string().min(1).max(4).optional().describe("CSV only; default: detected"),
  encoding: z.string().optional().describe("only if the text file is not UTF-8, such as gb18030"),
})
export type DataSource = z.infer<typeof DataSource>
