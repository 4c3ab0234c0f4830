import { linesOf } from "./reading/reading.ts"

/** `> name@1.0.0 script`, as npm and pnpm announce each script; a package without a version or a name has less of it. */
const SCRIPT = /^> (?:(?:@[\w.-]+\/)?[\w.-]+(?:@\S+)? )?([\w:.-]+)(?: \/\S*)?$/

/** The scripts that were started one after the other, by name. */
export function scriptsIn(output: string): readonly string[] {
  const lines = linesOf(output)
  return lines.flatMap((line, index) => {
    const name = SCRIPT.exec(line)?.[1]
    // Right below stands what it runs.
    return name !== undefined && lines[index + 1]?.startsWith("> ") ? [name] : []
  })
}
