import type { AnyTool } from "../tool.ts"
import { pdf } from "./pdf.ts"
import { pptx } from "./pptx.ts"

/** Tools that make documents for people. */
export const creationTools: readonly AnyTool[] = [pdf, pptx]
