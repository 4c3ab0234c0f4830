import type { Traits } from "../protocol/log/traits.ts"

const READS: Traits = { kind: "read" }
const WRITES: Traits = { kind: "write", makes: true }
const DATA: Traits = { kind: "data" }
const DOCUMENT: Traits = { kind: "document", makes: true }
const NOTE: Traits = { kind: "note" }

/** The engine answers these itself: by the user, or by a ruling on an exception. No tool of somebody else's can say so. */
type EngineTraits = Traits & { readonly asks?: "user" | "exception" }

/**
 * What the tools that come with the engine say of themselves, by group; `engine` are those that every run may have. The one
 * place for it: the tools take their traits from here, and a log, which has their names only, is read with it.
 */
export const BUILT_IN = {
  code: {
    list_files: READS,
    read_file: { kind: "read", file: true },
    search_code: READS,
    edit_file: WRITES,
    write_file: WRITES,
    apply_patch: WRITES,
    run_in_terminal: { kind: "command", shell: true },
    background_process: { kind: "command", waits: true },
  },
  data: { read_dataset: DATA, query_data: DATA, run_code: { kind: "code" }, make_chart: { kind: "data", makes: true } },
  web: { web_search: { kind: "search" }, fetch_web_content: { kind: "page" } },
  documents: { pdf: DOCUMENT, pptx: DOCUMENT },
  memory: { memory: NOTE },
  pictures: { view_image: READS },
  engine: {
    read_artifact: READS,
    ask_user: { kind: "note", asks: "user" },
    wait_for: { kind: "note", shell: true, waits: true },
    request_exception: { kind: "note", asks: "exception" },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, EngineTraits>>>>

const BY_NAME: ReadonlyMap<string, EngineTraits> = new Map<string, EngineTraits>(
  Object.values(BUILT_IN).flatMap((group) => Object.entries(group)),
)

/** The traits of the built-in tool of this name; `undefined` where there is none. */
export function builtInTraits(tool: string): Traits | undefined {
  return BY_NAME.get(tool)
}

/** Who answers a call of this tool in its place; `undefined` for tools that do something themselves. */
export function askedOf(tool: string): EngineTraits["asks"] {
  return BY_NAME.get(tool)?.asks
}

/** The built-in tools whose commands go to the engine's own shell: what a rule says of a line to one it says to all. */
export const SHELL_TOOLS: readonly string[] = [...BY_NAME].flatMap(([name, { shell }]) => (shell ? [name] : []))

/** The built-in tools that wait for something outside. */
export const WAITING_TOOLS: readonly string[] = [...BY_NAME].flatMap(([name, { waits }]) => (waits ? [name] : []))

/** True for tools of files, commands and pages: what is given to them can be read back. */
export function isBuiltIn(tool: string): boolean {
  return BY_NAME.has(tool)
}
