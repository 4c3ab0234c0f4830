import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { openCheckpoints } from "../../src/checkpoints/checkpoints.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { done, ringer } from "./models.ts"
import { ended, place } from "./place.ts"

it("shows what a run changed, and takes it back and forth", async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "keelson-shadows-")))
  const model = keyedModel({
    "turn-1/reply": { call: "write_file", input: { path: "note.txt", content: "new words\n" } },
    "turn-2/reply": done("The note is written."),
  })
  const agent = { tools: codingTools, checkpoints: openCheckpoints(folder), verify: "off" } as const
  await using there = await place({ model, agent })
  const note = join(there.workspace, "note.txt")
  await writeFile(note, "old words\n")
  const id = await there.start("Write a note.")
  expect(await ended(there, id)).toMatchObject({ outcome: "done" })

  const diff = await there.fetch(`/api/runs/${id}/diff`)
  expect(diff.headers.get("content-type")).toContain("text/plain")
  expect(await diff.text()).toMatch(/-old words\n\+new words/)

  const seen = await there.post(`/api/runs/${id}/undo`, { preview: true })
  expect(await seen.json()).toMatchObject({
    undo: null,
    files: [{ path: "note.txt", deed: "changed back" }],
    diff: expect.stringMatching(/-new words\n\+old words/),
  })
  expect(await readFile(note, "utf8")).toBe("new words\n")

  const undone = await there.post(`/api/runs/${id}/undo`, {})
  expect(await undone.json()).toMatchObject({ run_id: id, files: [{ path: "note.txt" }], conflicts: [] })
  expect(await readFile(note, "utf8")).toBe("old words\n")
  await there.post(`/api/runs/${id}/undo`, { redo: true })
  expect(await readFile(note, "utf8")).toBe("new words\n")
  expect((await there.post(`/api/runs/${id}/undo`, { round: "turn-77" })).status).toBe(409)
  expect((await there.post(`/api/runs/${id}/undo`, { round: 7 })).status).toBe(400)
  await rm(folder, { recursive: true, force: true })
})

it("is refused where there are no checkpoints", async () => {
  await using there = await place({ model: ringer() })
  const id = await there.start()
  await ended(there, id)
  for (const reply of [await there.post(`/api/runs/${id}/undo`), await there.fetch(`/api/runs/${id}/diff`)]) {
    expect([reply.status, await reply.json()]).toMatchObject([409, { error: { code: "conflict" } }])
  }
})
