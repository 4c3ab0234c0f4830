import { expect, it } from "vitest"
import { direct } from "../../cli/scripts.ts"
import { type Ask, house, post } from "./house.ts"

const { person } = await house(direct("There are two."), { maxPosts: 1 })
const ann = await person("ann", { tenant: "blue" })
const rob = await person("rob", { tenant: "red" })

const undo = async (ask: Ask) => (await post(ask, "/api/runs/nothing/undo", {})).status

it("one token's requests don't hold up another's, and a stop always gets through", async () => {
  const asked = []
  for (let count = 0; count < 30; count++) asked.push(await undo(ann))
  expect([asked.at(0), asked.at(-1)]).toEqual([404, 429])
  expect((await post(ann, "/api/runs/nothing/cancel", {})).status).toBe(404)
  expect(await undo(rob)).toBe(404)
})
