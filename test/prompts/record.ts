import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { ModelRequest } from "../../src/model/model.ts"
import { heard } from "../guards/front-door.ts"
import { finish, REQUEST, type Scenario, setStage } from "../scenarios/play.ts"

/** Everything that the model of a scenario is sent; what differs from machine to machine and from day to day is made the same. */
export async function requestsOf(scenario: Scenario): Promise<readonly ModelRequest[]> {
  await using stage = await setStage(scenario)
  const model = heard(scenario.model())
  const agent = await stage.agent(new MemoryStore(), model)
  await finish(agent, scenario, await agent.run(scenario.request ?? REQUEST))
  return model.requests.map((request) => steady(request, stage.folder))
}

function steady(request: ModelRequest, folder: string): ModelRequest {
  const text = JSON.stringify(request)
    .replaceAll(folder, "/projects/yours")
    .replaceAll(/\(\w+, \d{4}-\d\d-\d\d\)/g, "(linux, 2026-11-15)")
    .replaceAll(/\b\d+(\.\d+)? (ms|s)\b/g, "0 $2")
  return JSON.parse(text)
}
