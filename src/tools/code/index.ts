import { processTool } from "../background/process-tool.ts"
import type { AnyTool } from "../tool.ts"
import { applyPatch } from "./apply-patch.ts"
import { editFile } from "./edit-file.ts"
import { listFiles } from "./list-files.ts"
import { readFile } from "./read-file.ts"
import { runInTerminal } from "./run-in-terminal.ts"
import { searchCode } from "./search-code.ts"
import { writeFile } from "./write-file.ts"

/** In an order that never changes: it is part of the prompt's cached prefix. */
export const codingTools: readonly AnyTool[] = [
  listFiles,
  readFile,
  searchCode,
  editFile,
  writeFile,
  applyPatch,
  runInTerminal,
  processTool,
]
