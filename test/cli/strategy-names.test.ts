import { expect, test } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { jsonLines, place } from "./keelson.ts"

const ANSWER = { kind: "completion", text: "There is a README. [ANALYSIS_COMPLETE]" } as const

/** Which strategy a run of these flags and variables has. */
async function strategyOf(flags: readonly string[], variables: NodeJS.ProcessEnv): Promise<unknown> {
  const here = place()
  const server = await here.serve([ANSWER, ANSWER, ANSWER])
  const words = ["run", "What is here?", "--json", ...flags, ...here.modelAt(server)]
  const { stdout } = await here.start(words, variables).end
  return jsonLines(stdout)[0]?.strategy
}

test.each([
  ["a flag", ["--strategy", "tool_driven"], { AGENT_MODE: "nonsense" }, "todo"],
  ["a variable", [], { AGENT_MODE: "autonomous" }, "react"],
])("%s names the strategy by what others call it", async (_what, flags, variables, strategy) => {
  expect(await strategyOf(flags, variables)).toBe(strategy)
})

test("a name that nobody has ends with those that there are", async () => {
  const here = place()
  const server = await here.serve([])
  const { code, stderr } = await here.start(["run", "look", ...here.modelAt(server)], { AGENT_MODE: "nonsense" }).end
  expect(code).toBe(2)
  expect(stderr).toContain('there is no strategy "nonsense"; there are: auto, phased,')
  expect(stderr).toContain("tool_driven")
})

test.each([
  ["tasks", ["task_driven", "staged", "hybrid"]],
  ["phased", ["request_phase", "plan_execute_judge"]],
  ["rounds", ["plan_execute_think"]],
  ["stepwise", ["plan_execute", "planning"]],
])("an agent is %s by its other names", async (strategy, names) => {
  const { workspace } = place()
  for (const name of names) {
    const agent = await createAgent({ model: keyedModel({}), workspace, strategy: name })
    await agent.run("What is here?")
    expect(await agent.runs()).toMatchObject([{ strategy }])
  }
})

test("an agent with a name that nobody has is refused", async () => {
  const made = createAgent({ model: keyedModel({}), workspace: place().workspace, strategy: "nonsense" })
  await expect(made).rejects.toThrow(/there is no strategy "nonsense"; there are: auto, /)
})
