import { z } from "zod"
import { mcpFields } from "../../options/schema.ts"

const LONGEST_WAIT_S = 3600
/** Clients give a call up after a minute or so; the run's id must have come before that. */
const USUAL_WAIT_S = 45

const runId = z.string().min(1).describe("As run_task returned it")

const waitS = (usual: number) =>
  z.number().min(0).max(LONGEST_WAIT_S).default(usual).describe("How long to wait for an end or a question, in seconds")

/** The inputs of the tools, by their names. */
export const inputsFor = (strategies: readonly string[]) => ({
  run_task: z.object({
    request: z.string().trim().min(1).describe("The whole task: the run sees nothing of this conversation"),
    ...mcpFields(strategies.join(", ")),
    workspace: z.string().min(1).optional().describe("The folder to work in; the server's first one unless given"),
    wait_s: waitS(USUAL_WAIT_S),
  }),
  get_run: z.object({ run_id: runId, wait_s: waitS(0) }),
  answer: z.object({
    run_id: runId,
    question: z.string().optional().describe("The id of the question; the first that fits unless given"),
    text: z.string().trim().min(1).optional().describe("Answers a clarification"),
    // What holds for later runs too is for people to say, in the console or on the command line.
    decision: z
      .enum(["allow", "allow_always", "deny"])
      .optional()
      .describe("Answers an approval; allow_always: this tool for the rest of the run"),
    reason: z.string().optional().describe("For deny: what the run is told"),
    wait_s: waitS(USUAL_WAIT_S),
  }),
  cancel: z.object({ run_id: runId, reason: z.string().min(1).max(2000).optional() }),
})

export type Inputs = ReturnType<typeof inputsFor>
export type ToolName = keyof Inputs
export type InputOf<Name extends ToolName> = z.infer<Inputs[Name]>
