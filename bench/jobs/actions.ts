import type { Action, Seen, Wanted } from "keelson/testing"

export const list = (path: string): Action => ({ tool: "list_files", arguments: { path } })
export const read = (path: string): Action => ({ tool: "read_file", arguments: { path } })
export const command = (line: string): Action => ({ tool: "run_in_terminal", arguments: { command: line } })
export const write = (path: string, content: string): Action => ({ tool: "write_file", arguments: { path, content } })
export const edit = (path: string, oldText: string, newText: string): Action => ({
  tool: "edit_file",
  arguments: { path, old_text: oldText, new_text: newText },
})

/** Actions for one part of the work. */
export function inPart(part: number, ...actions: readonly Action[]): Wanted[] {
  return actions.map((action) => ({ ...action, part }))
}

/**
 * How one finds something out in a file: by reading it; if the result was shown in part, by a search for the line; and again
 * from the start when nothing of it can be seen any more.
 */
export function look(seen: Seen, path: string, pattern: string): Action {
  const [reads, searches] = [seen.tried("read_file", isOf(path)), seen.tried("search_code", isOf(path))]
  return reads > searches ? { tool: "search_code", arguments: { pattern, path } } : read(path)
}

/** An edit by one who has looked, or was handed the file; after one that did not work it looks again. */
export function carefully(seen: Seen, change: Action, pattern: string): Action {
  const path = String(change.arguments.path)
  const handed = seen.has(new RegExp(`^${path}\\n\`{3}`, "m")) ? 1 : 0
  const looks = handed + seen.tried("read_file", isOf(path)) + seen.tried("search_code", isOf(path))
  return seen.tried(change.tool, isOf(path)) < looks ? change : look(seen, path, pattern)
}

function isOf(path: string): (input: Action["arguments"]) => boolean {
  return (input) => input.path === path
}
