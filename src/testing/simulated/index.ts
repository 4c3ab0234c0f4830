/** Models that do work by what they are shown, well or badly: for whoever writes strategies. */
export { type Belief, honestBelief } from "./belief.ts"
export { mix, type Persona, type Saying, sometimes } from "./persona.ts"
export { PERSONAS } from "./personas.ts"
export { Seen } from "./seen.ts"
export { type SimulatedModel, type SimulatedOptions, simulatedModel } from "./simulated-model.ts"
export type { Action, Solver, Wanted, WorkPart } from "./solver.ts"
