/** A run as a language model of the AI SDK. */
export { type RunModelSettings, type RunModelWish, runModel } from "./run-model.ts"
