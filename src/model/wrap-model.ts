import type { Model } from "./model.ts"

/** The same model with another way to stream; what is learned later shows through. */
export function wrapModel(model: Model, stream: Model["stream"]): Model {
  return {
    id: model.id,
    get contextWindow() {
      return model.contextWindow
    },
    get traits() {
      return model.traits
    },
    get learn() {
      return model.learn
    },
    baseUrl: model.baseUrl,
    stream,
  }
}
