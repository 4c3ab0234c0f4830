import { z } from "zod"
import { type AnyTool, defineTool } from "../../src/tools/tool.ts"

/** Tools of these names that do nothing but note that they ran. */
export function fakeTools(...names: readonly string[]): { readonly tools: readonly AnyTool[]; readonly ran: string[] } {
  const ran: string[] = []
  const tools = names.map((name) =>
    defineTool({
      name,
      description: `Do ${name}.`,
      input: z.object({ about: z.string() }),
      access: "read",
      repeat: "safe",
      async execute() {
        ran.push(name)
        return `${name} ran`
      },
    }),
  )
  return { tools, ran }
}

export const RESEARCH_TOOLS = ["web_search", "fetch_web_content", "memory", "pdf", "pptx"] as const
