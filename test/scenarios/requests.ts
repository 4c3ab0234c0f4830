import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { ModelRequest } from "../../src/model/seam/model.ts"
import { heard } from "../guards/front-door.ts"
import { finish, REQUEST, type Scenario, setStage } from "./play.ts"

/** Everything that the model of a scenario is sent until it has ended; `folder` is where. */
export async function recordedRequests(
  scenario: Scenario,
): Promise<{ readonly requests: readonly ModelRequest[]; readonly folder: string }> {
  await using stage = await setStage(scenario)
  const model = heard(scenario.model())
  const agent = await stage.agent(new MemoryStore(), model)
  const run = await agent.start(scenario.request ?? REQUEST, scenario.start)
  await finish(agent, scenario, await run.result)
  return { requests: model.requests, folder: stage.folder }
}

export async function requestsOf(scenario: Scenario): Promise<readonly ModelRequest[]> {
  return (await recordedRequests(scenario)).requests
}

export function requestAt(requests: readonly ModelRequest[], key: string): ModelRequest {
  const found = requests.find(({ purpose }) => purpose.key === key)
  if (!found) throw new Error(`Nothing was asked at ${key}; there is: ${requests.map(({ purpose }) => purpose.key)}`)
  return found
}

/** The newest message of a request. */
export function toldAt(requests: readonly ModelRequest[], key: string): string {
  return requestAt(requests, key).messages.at(-1)?.text ?? ""
}
