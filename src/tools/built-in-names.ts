/** The names of the tools that come with the engine, by group; `engine` are those that every run may have. */
export const BUILT_IN_NAMES = {
  code: ["list_files", "read_file", "search_code", "edit_file", "write_file", "apply_patch", "run_in_terminal"],
  data: ["read_dataset", "query_data", "run_code"],
  web: ["web_search", "fetch_web_content"],
  documents: ["pdf", "pptx"],
  memory: ["memory"],
  engine: ["read_artifact", "ask_user", "wait_for", "request_exception"],
} as const

const ALL: ReadonlySet<string> = new Set(Object.values(BUILT_IN_NAMES).flat())

/** True for tools of files, commands and pages: what is given to them can be read back. */
export function isBuiltIn(tool: string): boolean {
  return ALL.has(tool)
}
