import type { ModelRequest } from "../../src/model/seam/model.ts"

/** A small valid request; give only what the test is about. */
export function modelRequest(part: Partial<ModelRequest> = {}): ModelRequest {
  return {
    purpose: { key: "plan", control: "plan_tool_call" },
    messages: [{ role: "user", text: "Say hello." }],
    tools: [],
    choice: { kind: "auto" },
    ...part,
  }
}
