import { z } from "zod"
import { BUILT_IN } from "./built-in.ts"
import { declareTool } from "./tool.ts"

/** What to read of a stored result: lines "10-90", or those that fit a pattern ("/regex/"); else from its beginning. */
export type ArtifactRange = {
  readonly id: string
  readonly lines?: string | undefined
  readonly pattern?: string | undefined
}

/** The name under which every run's own `read_artifact` is recorded. */
export const READ_ARTIFACT = "read_artifact"

const INPUT = z.object({
  id: z.string().describe("as in p1r2t3"),
  lines: z.string().optional().describe("10-90 or /regex/"),
  pattern: z.string().optional().meta({ off_wire: true }),
})

/** Opens results that the context has only a digest of; made per run, since each run reads its own log. */
export function artifactTool(open: (range: ArtifactRange) => string) {
  return declareTool<ArtifactRange>({
    name: READ_ARTIFACT,
    description: "Read an earlier result that was cut, by its id.",
    isToldByResults: true,
    input: INPUT,
    access: "read",
    traits: BUILT_IN.engine.read_artifact,
    repeat: "safe",
    title: ({ id, lines, pattern }) => `Open ${id}${lines ? ` (lines ${lines})` : ""}${pattern ? ` (${pattern})` : ""}`,
    readOn: ({ id, lines = "1-", pattern }, shown) => {
      const [, first] = lines.match(/^\s*(\d+)?\s*[-–]/) ?? []
      return pattern || lines.includes("/") ? undefined : `${READ_ARTIFACT} ${id}, lines ${Number(first ?? 1) + shown}-`
    },

    async execute(range) {
      return open(range)
    },
  })
}
