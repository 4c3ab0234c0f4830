import type { Model } from "./model.ts"

/** The same model with another way to stream; what is learned later shows through. Whoever answers a control streams so too. */
export function wrapModel(model: Model, stream: Model["stream"]): Model {
  const { forControl } = model
  return {
    id: model.id,
    get contextWindow() {
      return model.contextWindow
    },
    get isWindowAssumed() {
      return model.isWindowAssumed
    },
    get traits() {
      return model.traits
    },
    get learn() {
      return model.learn
    },
    get standIn() {
      return model.standIn
    },
    baseUrl: model.baseUrl,
    givenWindow: model.givenWindow,
    prepare: model.prepare,
    ...(forControl ? { forControl: (control) => wrapModel(forControl(control), stream) } : {}),
    stream,
  }
}
