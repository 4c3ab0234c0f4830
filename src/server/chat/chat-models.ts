import type { ChatModel, ChatModelList } from "../../protocol/api/chat-api.ts"
import { ApiFailure } from "../http/failure.ts"
import type { RunHost } from "../runs/run-host.ts"

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

/** One of them. Throws `ApiFailure` for any other. */
export async function chatModel(host: RunHost, id: string): Promise<ChatModel> {
  const { data } = await chatModels(host)
  const found = data.find((model) => model.id === id)
  if (found) return found
  throw noSuchModel(id, data)
}

/** The strategy that a model stands for; `undefined` leaves it to the config. */
export async function strategyOf(host: RunHost, model: string): Promise<string | undefined> {
  if (model === USUAL) return undefined
  const { data } = await chatModels(host)
  if (data.some(({ id }) => id === model)) return model.slice(USUAL.length + 1)
  throw noSuchModel(model, data)
}

function noSuchModel(id: string, data: ChatModelList["data"]): ApiFailure {
  const names = data.map((model) => model.id).join(", ")
  return new ApiFailure(404, "model_not_found", `There is no model "${id}"; there are: ${names}.`)
}
