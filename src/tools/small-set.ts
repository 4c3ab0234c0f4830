/** What a small window has room for: to look, to change, to run. */
export const SMALL_SET: readonly string[] = [
  "list_files",
  "read_file",
  "search_code",
  "edit_file",
  "write_file",
  "run_in_terminal",
]
