import type { Played } from "./stage-run.ts"

/** The system prompt that a run of ours was sent with, so that others can be given the same. */
export function systemPromptOf({ requests, workspace }: Omit<Played, "result">): string {
  const content = requests[0]?.body.messages.find(({ role }) => role === "system")?.content
  if (!content) throw new Error("The run was sent without a system prompt.")
  return content.replaceAll(workspace, "/workspace")
}
