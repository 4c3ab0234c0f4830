import type { ModelRequest } from "../../src/model/seam/model.ts"
import type { Scenario } from "../scenarios/play.ts"
import { recordedRequests } from "../scenarios/requests.ts"

/** Everything that the model of a scenario is sent; what differs from machine to machine and from day to day is made the same. */
export async function requestsOf(scenario: Scenario): Promise<readonly ModelRequest[]> {
  const { requests, folder } = await recordedRequests(scenario)
  return requests.map((request) => steady(request, folder))
}

function steady(request: ModelRequest, folder: string): ModelRequest {
  const text = JSON.stringify(request)
    .replaceAll(folder, "/projects/yours")
    .replaceAll(/\(\w+, \d{4}-\d\d-\d\d\)/g, "(linux, 2026-11-15)")
    .replaceAll(/\b\d+(\.\d+)? (ms|s)\b/g, "0 $2")
  return JSON.parse(text)
}
