import type { ChatModelList } from "../../protocol/chat-api.ts"
import { ApiFailure } from "../failure.ts"
import type { RunHost } from "../run-host.ts"

/** Leaves the strategy to the server's config, which says `auto` unless told otherwise. */
const USUAL = "keelson"

/** The strategies as models. */
export async function chatModels(host: RunHost): Promise<ChatModelList> {
  const { strategies } = await host.settings()
  const names = [USUAL, ...strategies.map(({ name }) => `${USUAL}-${name}`)]
  return {
    object: "list",
    data: names.map((id) => ({ id, object: "model", created: 0, owned_by: "keelson" })),
  }
}

/** The strategy that a model stands for; `undefined` leaves it to the config. */
export async function strategyOf(host: RunHost, model: string): Promise<string | undefined> {
  if (model === USUAL) return undefined
  const { data } = await chatModels(host)
  if (data.some(({ id }) => id === model)) return model.slice(USUAL.length + 1)
  const names = data.map(({ id }) => id).join(", ")
  throw new ApiFailure(404, "model_not_found", `There is no model "${model}"; there are: ${names}.`)
}
