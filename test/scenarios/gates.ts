import { z } from "zod"
import { type Access, type AnyTool, defineTool, type ToolContext, ToolFailure } from "../../src/tools/tool.ts"

/** What calls did, in order: `+a` when one began, `-a` when it ended. */
export type Story = string[]

type Work = (name: string, context: ToolContext) => Promise<void>

const Input = z.object({ name: z.string(), path: z.string().optional() })

/** A tool whose calls do what the test says, and tell when they begin and end. */
export function gatedTool(name: string, story: Story, work: Work, more: Partial<AnyTool> = {}): AnyTool {
  return defineTool({
    name,
    description: "Do something.",
    input: Input,
    access: "read" as Access,
    repeat: "safe",
    paths: ({ path }: z.infer<typeof Input>) => (path === undefined ? [] : [path]),
    async execute(input: z.infer<typeof Input>, context: ToolContext) {
      story.push(`+${input.name}`)
      try {
        await work(input.name, context)
      } finally {
        story.push(`-${input.name}`)
      }
      return `did ${input.name}`
    },
    ...more,
  } as AnyTool)
}

/** Opens once so many have come: whoever is alone behind it waits for ever. */
export function barrier(size: number): () => Promise<void> {
  const open = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    if (++arrived >= size) open.resolve()
    return open.promise
  }
}

/** Ends only by its signal. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new ToolFailure("aborted by its signal")), { once: true })
  })
}

/** Lets everything go on that could: what would overlap, does. */
export async function giveWay(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}
