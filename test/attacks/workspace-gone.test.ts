import { mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { openCheckpoints } from "../../src/checkpoints/checkpoints.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { defineTool } from "../../src/tools/tool.ts"
import { Place } from "../cli/keelson.ts"
import { story } from "../cli/scripts.ts"
import { literal } from "../guards/front-door.ts"
import { complete, plan, say, task } from "../scenarios/lines.ts"
import { play } from "../scenarios/play.ts"
import { PROJECTS } from "./home.ts"

/** Somebody else's hand: removes the folder in the middle of a task. */
function vanishing(name: string, access: "execute" | "read") {
  return defineTool({
    name,
    description: "Remove the workspace.",
    input: z.object({}),
    access,
    repeat: "safe",
    async execute(_, { workspace }) {
      await rm(workspace.root, { recursive: true, force: true })
      return "done"
    },
  })
}

const HANDS = [vanishing("vanish", "execute"), vanishing("look", "read")]

const state = await mkdtemp(join(PROJECTS, "state-"))
afterAll(() => rm(state, { recursive: true, force: true }))

describe("the workspace is removed in the middle", () => {
  it.each([
    ["by a task that writes", "vanish", true],
    ["by a task that writes, without checkpoints", "vanish", false],
    ["beside a task that reads", "look", true],
  ])("%s: the run fails and says so", async (_, tool, isKept) => {
    const tasks = [
      task("write_file", { path: "ran.txt", content: "ran" }),
      task(tool, {}, { depends_on: [1] }),
      task("read_file", { path: "ran.txt" }, { depends_on: [2] }),
    ]
    const lines = {
      "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(...tasks)),
      "phase-1/round-1/judge/try-1": say("judge_tasks", complete([1, 2, 3])),
    }
    const checkpoints = isKept ? { checkpoints: openCheckpoints(join(state, "c")) } : {}
    await using played = await play(literal(lines, { tools: [...HANDS, ...codingTools], ...checkpoints }))
    const { outcome, reason, message, files } = played.result
    expect({ outcome, reason }).toEqual({
      outcome: "failed",
      reason: expect.stringContaining(`${played.folder} is gone`),
    })
    expect(message).toContain("is gone")
    expect(message).not.toContain("ran.txt (new)")
    expect(files).toEqual([])
  })

  it("on the command line: exit code 1, with a summary", async () => {
    const here = new Place({ "README.md": "A small project.\n" }, PROJECTS)
    try {
      const command = 'echo ran > ran.txt; rm -rf "$PWD"'
      const tasks = [{ id: 1, tool: "run_in_terminal", arguments: { command }, depends_on: [] }]
      const server = await here.serve(story({ plans: [{ tasks }] }))
      const words = ["run", "do it", "--no-sandbox", "--approve", "full", ...here.modelAt(server)]
      const { code, stderr } = await here.keelson(...words)
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("is gone") })
      expect(stderr).not.toContain("ran.txt (new)")
    } finally {
      await here.clear()
    }
  })
})
