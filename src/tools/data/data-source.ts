import { z } from "zod"

/** Where a dataset is, and what its file does not say itself. */
export const DataSource = z.object({
  path: z.string(),
  sheet: z.string().optional(),
  delimiter: z.string().min(1).max(4).optional(),
  encoding: z.string().optional(),
})

/** The same with what the fields mean, for the tool that is about them. */
export const DescribedSource = DataSource.extend({
  sheet: DataSource.shape.sheet.describe("Excel only; default: the first"),
  delimiter: DataSource.shape.delimiter.describe("CSV only; default: detected"),
  encoding: DataSource.shape.encoding.describe("if the text file is not UTF-8, such as gb18030"),
})
export type DataSource = z.infer<typeof DataSource>
