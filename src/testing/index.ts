/** What tests of agents need: models that say what a script says, a model server, stores that crash, the store contract. */
export { crashStore, SimulatedCrash } from "./crash-store.ts"
export { type KeyedModel, keyedModel } from "./keyed-model.ts"
export { type ModelServer, type ServerRequest, type ServerScript, startModelServer } from "./model-server.ts"
export { type OpenStore, runStoreContract, type TestRunner } from "./run-store-contract.ts"
export { calls, json, reply, type ScriptCall, type ScriptLine, type ScriptReply } from "./script-line.ts"
export { ScriptedModel } from "./scripted-model.ts"
export * as serverReply from "./server-reply.ts"
export {
  type Action,
  type Belief,
  honestBelief,
  mix,
  PERSONAS,
  type Persona,
  type Saying,
  Seen,
  type SimulatedModel,
  type SimulatedOptions,
  type Solver,
  simulatedModel,
  sometimes,
  type Wanted,
  type WorkPart,
} from "./simulated/index.ts"
