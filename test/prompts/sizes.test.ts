import { describe, expect, it } from "vitest"
import type { ModelRequest } from "../../src/model/seam/model.ts"
import { toolSpec } from "../../src/run/tool-loop/offer.ts"
import { STRATEGIES } from "../../src/strategies/index.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { tokensOf } from "./for-readers.ts"
import { greeting } from "./greeting.ts"
import { requestsOf } from "./record.ts"

const MOST_SYSTEM = 250
/** Of `auto`, and of whatever a strategy begins with where no tools can be sent. */
const MOST_FIRST = { auto: 1700, named: 2100, schema: 2300 }

/** A folder of which more can be told than there is room for. */
const MANY_FACTS = {
  "package.json": JSON.stringify({
    scripts: Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`script-${n}`, `node scripts/run-it.js ${n}`])),
  }),
  ...Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`a-file-with-a-name-${n}.txt`, ""])),
}

/** The first request of each beginning: what comes after it finds that in the cache. */
function firstOfEach(requests: readonly ModelRequest[]): readonly ModelRequest[] {
  const beginnings = requests.map(({ tools, messages }) => JSON.stringify([tools, messages[0]]))
  return requests.filter((_, index) => beginnings.indexOf(beginnings[index] ?? "") === index)
}

describe.each([...STRATEGIES.values()])("the first prompt of $name, with the coding tools", (strategy) => {
  it.each(["named", "schema"] as const)("is small on the rung %s", async (rung) => {
    const { files, ...usual } = greeting(strategy, { rung })
    const requests = await requestsOf({ ...usual, files: { ...files, ...MANY_FACTS } })
    expect(requests[0]?.messages.map(({ text }) => text).join()).toContain("- Scripts: script-0")
    const most = rung === "named" && strategy.name === "auto" ? MOST_FIRST.auto : MOST_FIRST[rung]
    for (const { messages, tools } of firstOfEach(requests))
      expect(tokensOf(messages) + tokensOf(tools)).toBeLessThanOrEqual(most)
    if (rung === "named") expect(tokensOf(requests[0]?.messages[0]?.text)).toBeLessThanOrEqual(MOST_SYSTEM)
  })
})

it.each(codingTools.map((tool) => [tool.name, tool] as const))("%s takes at most 140 tokens", (_name, tool) => {
  expect(tokensOf(toolSpec(tool))).toBeLessThanOrEqual(140)
})
