import type { ToolSpec } from "../../model/seam/model.ts"
import { requestException } from "../../tools/request-exception.ts"
import type { AnyTool } from "../../tools/tool.ts"
import { type Constraints, confines } from "../constraints/constraints.ts"
import { wireSchema } from "../controls/wire-schema.ts"
import type { RunContext } from "../run-context.ts"

/** What the constraints allow, in its stable order, and a way to ask for more where they confine anything. */
export function offeredTools(run: RunContext, constraints: Constraints): readonly AnyTool[] {
  const tools = run.tools.filter(({ name }) => constraints.allowed.includes(name))
  return confines(constraints) ? [...tools, requestException] : tools
}

/** What the model sees of a tool that it calls itself. */
export function toolSpec(tool: AnyTool): ToolSpec {
  return { name: tool.name, description: tool.description, schema: wireSchema(tool.input) }
}
