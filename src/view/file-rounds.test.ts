import { expect, it } from "vitest"
import { fileRounds } from "./file-rounds.ts"
import { EMPTY_STORY } from "./story.ts"

const change = (path: string) => ({ path, before: null, after: "a" })
const task = (key: string, ...paths: string[]) => ({
  ...{
    key,
    tool: "edit_file",
    title: "",
    status: "done" as const,
    startedAt: 0,
    endedAt: 1,
    digest: "",
    isPlanned: false,
  },
  changes: paths.map(change),
})

it("counts tasks by round and file, and what only a checkpoint saw once", () => {
  const tasks = [
    task("phase-1/round-1/task-1", "a.ts"),
    task("phase-1/round-2/task-1", "a.ts", "b.ts"),
    task("phase-1/round-2/task-2", "a.ts"),
  ] as never
  const seen = {
    key: "c",
    stage: "phase-1/round-2",
    when: "after" as const,
    at: 1,
    changes: [change("a.ts"), change("lock")],
  }
  expect(fileRounds({ tasks }, { ...EMPTY_STORY, checkpoints: [seen] })).toEqual({
    rounds: ["phase-1/round-1", "phase-1/round-2"],
    files: [
      { path: "a.ts", counts: [1, 2] },
      { path: "b.ts", counts: [0, 1] },
      { path: "lock", counts: [0, 1] },
    ],
  })
})
