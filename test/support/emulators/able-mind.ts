import { type Due, obedientMind } from "./obedient-mind.ts"

/** What `doctor` wants to hear: a greeting where it asks for one, and the right answers to its tiny jobs. */
const ANSWERS: Readonly<Record<string, object>> = {
  tasks: {
    tasks: [
      { tool: "read", argument: "a.txt" },
      { tool: "read", argument: "b.txt" },
      { tool: "run", argument: "make" },
    ],
  },
  old_text: { old_text: "limit = 10", new_text: "limit = 20" },
  failed: { done: false, failed: [2] },
}

/** Does what it is held to, and does the tiny jobs right unless it `fails` at those that have one of these fields. */
export function ableMind(fails: readonly string[] = []): ReturnType<typeof obedientMind> {
  return obedientMind(({ parts }: Due) => {
    const part = parts.find((name) => name in ANSWERS && !fails.includes(name))
    return (part !== undefined ? ANSWERS[part] : undefined) ?? { greeting: "Hello." }
  })
}
