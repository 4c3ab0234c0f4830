import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { text } from "../../src/testing/server-reply.ts"
import { aPng } from "../tools/a-png.ts"
import { editor } from "./acp-client.ts"
import { place } from "./keelson.ts"

const BUG = aPng(3, 2)
const BASE64 = Buffer.from(BUG).toString("base64")

function placeWithPicture() {
  const here = place()
  writeFileSync(join(here.workspace, "bug.png"), BUG)
  return here
}

test.each([
  ["--attach", ["What is wrong here?", "--attach", "bug.png"]],
  ["@file", ["What is wrong in @bug.png?"]],
])("a picture by %s reaches the model", async (_way, words) => {
  const here = placeWithPicture()
  const server = await here.serve(() => text("The button is grey."))
  const { code, stdout } = await here.keelson("run", "--strategy", "react", ...words, ...here.modelAt(server))
  expect({ code, stdout }).toEqual({ code: 0, stdout: "The button is grey.\n" })
  expect(server.requests[0]?.rawBody).toContain(`data:image/png;base64,${BASE64}`)
})

test("a file to attach that is not there, or is no picture, starts no run", async () => {
  const here = placeWithPicture()
  const server = await here.serve(() => text("Never said."))
  const attached = (path: string) => here.keelson("run", "What is this?", "--attach", path, ...here.modelAt(server))
  expect(await attached("missing.png")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"missing.png" is no file'),
  })
  const { code, stderr } = await attached("README.md")
  expect(code).toBeGreaterThan(0)
  expect(stderr).toContain("is no picture that can be attached")
  expect(server.requests).toHaveLength(0)
})

test("a picture in an editor's prompt reaches the model", async () => {
  const here = placeWithPicture()
  const server = await here.serve(() => text("The button is grey."))
  await using there = await editor(here, ...here.modelAt(server))
  const { sessionId } = await there.begin("react")
  await there.agent.request("session/prompt", {
    sessionId,
    prompt: [
      { type: "text", text: "What is wrong here?" },
      { type: "image", data: BASE64, mimeType: "image/png" },
    ],
  })
  expect(there.words()).toContain("The button is grey.")
  expect(server.requests[0]?.rawBody).toContain(`data:image/png;base64,${BASE64}`)
})
