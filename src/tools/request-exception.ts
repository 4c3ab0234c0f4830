import { z } from "zod"
import { BUILT_IN } from "./built-in.ts"
import { declareTool, ToolFailure } from "./tool.ts"

/** The name under which a run asks for what its constraints forbid. */
export const REQUEST_EXCEPTION = "request_exception"

/** Offered only where something is forbidden. The engine answers it: a granted call runs at once, as this very task, and once. */
export const requestException = declareTool({
  name: REQUEST_EXCEPTION,
  description:
    "Ask for permission to make one call that the rules of this task forbid. If it is granted, the call runs at once and its result comes back; otherwise do without it.",
  input: z.object({
    tool: z.string(),
    reason: z.string().min(1).describe("why no permitted call will do"),
    arguments: z.record(z.string(), z.unknown()).default({}).describe("the arguments of that call"),
  }),
  access: "control",
  traits: BUILT_IN.engine.request_exception,
  repeat: "never",
  exclusive: true,
  title: ({ tool, reason }) => `Use ${tool}: ${reason}`,

  async execute() {
    throw new ToolFailure("There is nobody here to decide on exceptions.")
  },
})

export type ExceptionRequest = z.infer<typeof requestException.input>
