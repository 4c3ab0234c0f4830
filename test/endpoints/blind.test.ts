import { expect, it } from "vitest"
import type { Mind } from "../support/emulators/mind.ts"
import { runAgainst } from "./endpoint-run.ts"

/** Looks at nothing, fills in any form, and says that all is well. */
const content: Mind = ({ format }) =>
  format ? { text: JSON.stringify({ ...FORM, evidence: [], final_summary: SAID }) } : { text: SAID }
const SAID = "Everything is as it should be."
const FORM = { summary: SAID, changes: "none", missing: [] }

async function endOf(request: string) {
  const { result } = await runAgainst("llamacpp", {
    emulator: { mind: content },
    agent: { strategy: "react" },
    request,
  })
  return result
}

it.each(["Create the file note.txt. It contains one line: hello", "把 config.json 里的端口改成 9000。"])(
  "is not believed that a file may stay as it is which it never looked at: %s",
  async (request) => {
    expect(await endOf(request)).toMatchObject({ outcome: "incomplete", limit: "missing", files: [] })
  },
)

it.each([
  "Say hello.",
  "Write a poem about the sea.",
  "What is package.json for?",
  "Explain how note.txt is made.",
  "Write a function like Array.prototype.map, here in the chat.",
])("may answer in words where no work on a file is asked for: %s", async (request) => {
  expect(await endOf(request)).toMatchObject({ outcome: "done", summary: SAID })
})
