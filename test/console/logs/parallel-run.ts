import { Teller } from "./teller.ts"

/** Two phases side by side: the second has its plan and waits, since the first works in the folder; then a person is asked. */
export function parallelRun(at: number): Teller {
  const teller = new Teller(at).begin({ request: "Mend the parser and the printer" }).state("EXECUTING")
  teller.call("phases", "phase_plan", { ms: 900, prompt: 900 })
  teller.tell("phases", {
    type: "phases.planned",
    execution_strategy: "parallel",
    phases: ["Parser", "Printer"].map((name, index) => ({
      id: index + 1,
      name,
      goal: "it works",
      estimated_rounds: 1,
      dependencies: [],
    })),
  })
  for (const [id, name] of [
    [1, "Parser"],
    [2, "Printer"],
  ] as const) {
    teller.stage(`phase-${id}`, "phase", name).stage(`phase-${id}/round-1`, "round", "Round 1")
  }
  teller.call("phase-1/round-1/plan", "plan_tool_call", { ms: 1200, prompt: 2100 })
  teller.call("phase-2/round-1/plan", "plan_tool_call", { ms: 300, prompt: 2200, cached: 1500 })
  const work = (path: string) => ({
    tool: "edit_file",
    title: `Edit ${path}`,
    input: { path },
    ms: 2400,
    changes: [path],
  })
  teller.work("phase-1/round-1", [work("parser.ts")])
  teller.pass(1500).check("phase-1/round-1", "test", "npm test", ["✖ parses an empty file"])
  teller.endStage("phase-1/round-1", "done", "").endStage("phase-1", "done", "")
  const question = "phase-2/round-1/task-2/approval"
  teller.work("phase-2/round-1", [work("printer.ts")])
  teller.tell(question, { type: "approval.asked", question, tool: "edit_file", summary: "Edit print.ts", detail: "" })
  teller.state("WAITING").pass(600_000)
  teller.tell(question, { type: "approval.answered", question, decision: "allow", reason: "" }).state("EXECUTING")
  teller.work("phase-2/round-1", [work("print.ts")])
  teller.endStage("phase-2/round-1", "done", "").endStage("phase-2", "done", "")
  return teller.end({ status: "done", verified: false }, "Both work.")
}
