import { z } from "zod"
import { BUILT_IN } from "./built-in.ts"
import { declareTool, ToolFailure } from "./tool.ts"

/** The name under which a run asks the user. */
export const ASK_USER = "ask_user"

/** The engine answers it, by the way that every question takes: here, from elsewhere, or days later. */
export const askUserTool = declareTool({
  name: ASK_USER,
  description: "Ask the user what no file or command can tell, if the answer changes what you do.",
  input: z.object({ questions: z.array(z.string().trim().min(1)).min(1) }),
  access: "control",
  traits: BUILT_IN.engine.ask_user,
  repeat: "never",
  title: ({ questions }) => `Ask: ${questions.join(" ")}`,

  async execute() {
    throw new ToolFailure("There is nobody here to ask.")
  },
})

export type UserQuestions = z.infer<typeof askUserTool.input>
