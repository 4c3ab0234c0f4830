import type { Repository } from "./repository.ts"

/** The same patch with the mistake in it: in one line that it adds to a file that is no test. */
export function withMistake(patch: string, { name, tests, wrong }: Repository): string {
  let isSource = false
  let isMade = false
  const lines = patch.split("\n").map((line) => {
    const file = /^\+\+\+ b\/(.*)$/.exec(line)?.[1]
    if (file !== undefined) isSource = !tests.test(file)
    if (isMade || !isSource || !line.startsWith("+") || line.startsWith("+++ ") || !wrong.find.test(line)) return line
    isMade = true
    return line.replace(wrong.find, wrong.put)
  })
  if (!isMade) throw new Error(`${name}: no line that the fix adds has ${wrong.find}.`)
  return lines.join("\n")
}
