import { expect, it } from "vitest"
import { toolSpec } from "../../src/run/tool-loop/offer.ts"
import { askUserTool } from "../../src/tools/ask-user.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { creationTools } from "../../src/tools/creation/index.ts"
import { dataTools } from "../../src/tools/data/index.ts"
import { memoryTool } from "../../src/tools/memory/index.ts"
import { pictureTools } from "../../src/tools/pictures/index.ts"
import { artifactTool } from "../../src/tools/read-artifact.ts"
import { requestException } from "../../src/tools/request-exception.ts"
import { researchTools } from "../../src/tools/research/index.ts"
import { waitFor } from "../../src/tools/wait-for.ts"
import { CHAPTERS } from "./chapters.ts"
import { Reading, specText } from "./for-readers.ts"
import { requestsOf } from "./record.ts"

/* What the model reads, word for word and with its price: growth is to be seen in review. See README.md. */

it.each(CHAPTERS)("what the model reads: $name", async ({ name, scenarios }) => {
  const reading = new Reading()
  for (const scenario of scenarios) reading.add(scenario.name, await requestsOf(scenario))
  await expect(reading.text).toMatchFileSnapshot(`./__snapshots__/${name}.txt`)
})

it("what the model reads: tools", async () => {
  const tools = [
    ...codingTools,
    ...dataTools,
    ...researchTools({ search: { provider: "brave", key: "not used" } }),
    ...creationTools,
    ...pictureTools,
    memoryTool("/projects/notes"),
    ...[artifactTool(() => ""), waitFor, askUserTool, requestException],
  ]
  const text = tools.map((tool) => specText(toolSpec(tool))).join("\n\n")
  await expect(`${text}\n`).toMatchFileSnapshot("./__snapshots__/tools.txt")
})
