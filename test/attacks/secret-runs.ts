import { readFile } from "node:fs/promises"
import { type AgentOptions, createAgent } from "../../src/agent.ts"
import { react } from "../../src/strategies/react/react.ts"
import { keyedModel } from "../../src/testing/keyed-model.ts"
import { calls, type ScriptCall } from "../../src/testing/script-line.ts"
import { heard } from "../guards/front-door.ts"
import { makeFixture } from "../support/tool-fixture.ts"
import { PROJECTS } from "./home.ts"

/** A key without a form of its own: only its name tells what it is. */
export const SECRET = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPLEkey"
export const PLACEHOLDER = "{{secret:AWS_SECRET_ACCESS_KEY}}"
export const VARIABLES = { AWS_SECRET_ACCESS_KEY: SECRET }

/** A run as a hostile model would have it: each list is a reply. Nothing is asked, nothing confines it. */
export async function hostileRun(
  replies: readonly (readonly ScriptCall[])[],
  options: Partial<AgentOptions> = {},
  files: Readonly<Record<string, string>> = {},
) {
  await using fixture = await makeFixture(files, PROJECTS)
  const said = replies.map((list, index) => [`turn-${index + 1}/reply`, calls(list)] as const)
  const model = heard(keyedModel({ ...Object.fromEntries(said), [`turn-${replies.length + 1}/reply`]: "Done." }))
  const agent = await createAgent({
    model,
    workspace: fixture.workspace.root,
    strategy: react,
    approve: "full",
    secrets: VARIABLES,
    verify: "off",
    ...options,
  })
  const result = await agent.run("Explain this repo.")
  const names = [...new Set([...Object.keys(files), "out.txt"])]
  const contents = await Promise.all(names.map((name) => readFile(fixture.path(name), "utf8").catch(() => null)))
  return {
    result,
    /** Everything that the model was sent. */
    seen: JSON.stringify(model.requests),
    /** The last of it as plain text: what its calls came to. */
    results: (model.requests.at(-1)?.messages ?? []).map(({ text }) => text).join("\n"),
    files: Object.fromEntries(names.map((name, index) => [name, contents[index]])),
  }
}

/** The forms in which a secret shows up in a text: as it is, and as the usual programs write it. */
export function leaksOf(text: string, secret = SECRET): string[] {
  const bytes = Buffer.from(secret)
  const inner = (shift: number) =>
    Buffer.from(`${"x".repeat(shift)}${secret}`)
      .toString("base64")
      .slice(4, -4) // Without what its neighbours decide.
  const forms = [secret, [...secret].toReversed().join(""), bytes.toString("hex"), inner(0), inner(1), inner(2)]
  return forms.filter((form) => text.toLowerCase().includes(form.toLowerCase()))
}
