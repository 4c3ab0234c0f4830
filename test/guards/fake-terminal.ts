import { z } from "zod"
import { codingTools } from "../../src/tools/code/index.ts"
import { type AnyTool, defineTool, ToolFailure } from "../../src/tools/tool.ts"

/** What a command says, by how often it ran before; a text that starts with `!` is a failure. */
export type Says = (command: string, before: number) => string

/** The coding tools with a terminal that starts nothing: as fast as memory, and always the same. */
export function toolsWithTerminal(says: Says): AnyTool[] {
  return [fakeTerminal(says), ...codingTools.filter(({ name }) => name !== "run_in_terminal")]
}

function fakeTerminal(says: Says): AnyTool {
  const ran = new Map<string, number>()
  return defineTool({
    name: "run_in_terminal",
    description: "Run a shell command.",
    input: z.object({ command: z.string() }),
    access: "execute",
    repeat: "never",
    title: ({ command }) => `Run ${command}`,
    async execute({ command }) {
      const before = ran.get(command) ?? 0
      ran.set(command, before + 1)
      const text = says(command, before)
      if (text.startsWith("!")) throw new ToolFailure(`Exit code 1.\n${text.slice(1)}`)
      return `Exit code 0.\n${text}`.trimEnd()
    },
  })
}
