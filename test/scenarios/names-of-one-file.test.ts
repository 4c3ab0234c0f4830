import { lstat, readFile, symlink } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls, type ScriptCall } from "../../src/testing/script-line.ts"
import { entriesOf } from "../guards/front-door.ts"
import { begin, type Scenario, setStage } from "./play.ts"

const read = (path: string): ScriptCall => ({ call: "read_file", input: { path } })
const edit = (path: string, old_text: string, new_text: string): ScriptCall => ({
  call: "edit_file",
  input: { path, edits: [{ old_text, new_text }] },
})

/** By a link, a linked folder and a roundabout path; in lines that end as on Windows, and in a submodule. */
const edits = [
  edit("real.txt", "one", "1"),
  edit("link.txt", "two", "2"),
  edit("./linked/../real.txt", "three\nfour", "3\n4"),
  edit("linked/sub.txt", "a", "A"),
  edit("library/sub.txt", "b", "B"),
  edit("real.txt", "five", "5"),
]

const scenario: Scenario = {
  name: "several names of one file in one reply",
  model: () =>
    keyedModel({
      "turn-1/reply": calls(["real.txt", "link.txt", "linked/sub.txt", "library/sub.txt"].map(read)),
      "turn-2/reply": calls(edits),
      "turn-3/reply": { call: "task_done", input: { summary: "All are edited." } },
    }),
  files: {
    "real.txt": "one\r\ntwo\r\nthree\r\nfour\r\nfive\r\n",
    "library/sub.txt": "a\nb\n",
    "library/.git": "gitdir: ../.git/modules/library\n",
  },
  keeps: true,
  options: { strategy: react },
}

it("edits of one file by several names in one reply are all made", async () => {
  await using stage = await setStage(scenario)
  await symlink("real.txt", join(stage.folder, "link.txt"))
  await symlink("library", join(stage.folder, "linked"))
  const store = new MemoryStore()
  const result = await begin(await stage.agent(store, scenario.model()), scenario)
  const ended = (await entriesOf(store)).flatMap(({ record }) =>
    record.kind === "event" && record.event.type === "task.ended" ? [record.event] : [],
  )
  expect(ended.filter(({ status }) => status !== "done").map(({ digest }) => digest)).toEqual([])
  expect(await readFile(join(stage.folder, "real.txt"), "utf8")).toBe("1\r\n2\r\n3\r\n4\r\n5\r\n")
  expect(await readFile(join(stage.folder, "library/sub.txt"), "utf8")).toBe("A\nB\n")
  expect((await lstat(join(stage.folder, "link.txt"))).isSymbolicLink()).toBe(true)
  expect(result.outcome).toBe("done")
})
