import { expect, it } from "vitest"
import { askUserTool } from "./ask-user.ts"
import { BUILT_IN } from "./built-in.ts"
import { codingTools } from "./code/index.ts"
import { creationTools } from "./creation/index.ts"
import { dataTools } from "./data/index.ts"
import { memoryTool } from "./memory/index.ts"
import { pictureTools } from "./pictures/index.ts"
import { artifactTool } from "./read-artifact.ts"
import { requestException } from "./request-exception.ts"
import { researchTools } from "./research/index.ts"
import type { AnyTool } from "./tool.ts"
import { waitFor } from "./wait-for.ts"

const TOOLS: Readonly<Record<keyof typeof BUILT_IN, readonly AnyTool[]>> = {
  code: codingTools,
  data: dataTools,
  web: researchTools({ search: { provider: "searxng", url: "http://localhost:1" } }),
  documents: creationTools,
  pictures: pictureTools,
  memory: [memoryTool("/nowhere")],
  engine: [artifactTool(() => ""), askUserTool, waitFor, requestException],
}

it.each(Object.entries(TOOLS))("the tools of %s say of themselves what a log is read with", (group, tools) => {
  const said = Object.fromEntries(tools.map(({ name, traits }) => [name, traits]))
  expect(said).toEqual(BUILT_IN[group as keyof typeof BUILT_IN])
})

it("commands and addresses are told by the tools that take them", () => {
  const subject = (name: string, input: object) =>
    Object.values(TOOLS)
      .flat()
      .find((tool) => tool.name === name)
      ?.subject?.(input)
  for (const name of ["run_in_terminal", "wait_for"])
    expect(subject(name, { command: "ls" })).toEqual({ kind: "command", command: "ls" })
  expect(subject("fetch_web_content", { url: "https://a.example" })).toEqual({ kind: "url", url: "https://a.example" })
})
