import type { CheckView } from "./run-view.ts"

/**
 * The lines of a red check that tell what fails: by name, or where nothing has one what the script that failed printed, without lines that only
 * draw a rule. None of a check that passed or could not run.
 */
export function tellingLines({ status, command, failing }: Pick<CheckView, "status" | "command" | "failing">) {
  if (status !== "failed") return []
  const [first = "", ...rest] = failing
  const lines = first.startsWith(`"${command}" ended with `) ? rest : failing
  const telling = lines.filter((line) => /[\p{L}\p{N}]/u.test(line))
  return telling.length > 0 ? telling : failing.slice(0, 1)
}
