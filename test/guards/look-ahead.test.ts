import { join } from "node:path"
import { expect, it } from "vitest"
import { createAgent } from "../../src/agent.ts"
import { type Checkpoints, openCheckpoints } from "../../src/checkpoints/checkpoints.ts"
import type { Model } from "../../src/model/seam/model.ts"
import { calls, speak } from "../../src/testing/script-line.ts"
import { makeFixture } from "../support/tool-fixture.ts"

it("the first checkpoint begins beside the first call of the model, and has what was there before the first write", async () => {
  await using fixture = await makeFixture({ "a.txt": "before\n" })
  const begun = Promise.withResolvers<void>()
  // Its own way to follow a signal would lead past the one that is watched here.
  const { under: _under, ...kept } = openCheckpoints(join(fixture.outside, "shadows"))
  const checkpoints: Checkpoints = {
    ...kept,
    take(...words) {
      begun.resolve()
      return kept.take(...words)
    },
  }
  let asked = 0
  const model: Model = {
    id: "patient",
    contextWindow: 100_000,
    async *stream(request) {
      await begun.promise
      asked += 1
      const write = { call: "write_file", input: { path: "a.txt", content: "after\n" } }
      yield* speak(asked === 1 ? calls([write]) : "Done.", request, () => `call-${asked}`)
    },
  }
  const agent = await createAgent({
    workspace: fixture.workspace.root,
    model,
    checkpoints,
    strategy: "react",
    approve: "full",
  })
  const { run_id, files } = await agent.run("Write a.txt")
  expect(files.map(({ path }) => path)).toEqual(["a.txt"])
  expect(await agent.diff(run_id)).toContain("-before\n+after")
})
