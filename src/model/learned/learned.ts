import { newPassword, streamInText } from "../adapter/text-calls.ts"
import type { EndpointTraits, LearnedFact, Model, ModelPart, ModelRequest } from "../seam/model.ts"
import { ModelError } from "../seam/model-error.ts"
import { wrapModel } from "../seam/wrap-model.ts"

/** What was found out about models at their endpoints. Later facts win, field by field. */
export interface LearnedMemory {
  find(modelId: string, baseUrl: string): LearnedFact
  /** Resolves when it is kept as well as it can be; never throws, since forgetting only costs a call. */
  learn(modelId: string, baseUrl: string, fact: LearnedFact): Promise<void>
}

/** Facts under one name for model and address. */
export class InMemoryLearned implements LearnedMemory {
  readonly #facts = new Map<string, LearnedFact>()

  constructor(facts: Readonly<Record<string, LearnedFact>> = {}) {
    for (const [key, fact] of Object.entries(facts)) this.#facts.set(key, fact)
  }

  find(modelId: string, baseUrl: string): LearnedFact {
    return this.#facts.get(learnedKey(modelId, baseUrl)) ?? {}
  }

  async learn(modelId: string, baseUrl: string, fact: LearnedFact): Promise<void> {
    this.#facts.set(learnedKey(modelId, baseUrl), { ...this.find(modelId, baseUrl), ...fact })
  }
}

/** The name under which facts are kept. */
export function learnedKey(modelId: string, baseUrl: string): string {
  return `${modelId} ${baseUrl}`
}

/**
 * The same model with what is remembered of it: its traits, its window, and the shape of transcript it takes.
 * What is forgotten is forgotten for those who come later. A refusal of the system role or of two turns in a row is learned here, and the call repeated in the right shape.
 */
export function withLearned(model: Model, memory: LearnedMemory): Model {
  const baseUrl = model.baseUrl ?? ""
  let own: LearnedFact = {}
  const known = () => ({ ...memory.find(model.id, baseUrl), ...own })
  const learn = (fact: LearnedFact) => {
    own = { ...own, ...definedOf(fact) }
    return memory.learn(model.id, baseUrl, fact)
  }
  let asked: "never" | "before" | "behind the first reply" = "never"
  const prepare = () => {
    if (asked === "never") asked = "before"
    return prepareWith(model, known(), learn)
  }
  // Once more, and not for ever.
  const isUntold = () => asked === "before" && known().contextWindow === undefined && known().server !== undefined
  const prepareAgain = () => {
    asked = "behind the first reply"
    return prepareWith(model, known(), learn)
  }
  const learner: Learner = { model, known, learn, isUntold, prepareAgain, password: newPassword() }
  const wrapped = wrapModel(model, (request, signal) => streamInShape(learner, request, signal))
  return Object.defineProperties(wrapped, {
    traits: { get: () => overlay(model.traits, known()) },
    contextWindow: { get: () => model.givenWindow ?? known().contextWindow ?? model.contextWindow },
    isWindowAssumed: { get: () => known().contextWindow === undefined && model.isWindowAssumed },
    learn: { value: learn },
    prepare: { value: model.prepare && prepare },
  })
}

function definedOf(fact: LearnedFact): LearnedFact {
  return Object.fromEntries(Object.entries(fact).filter(([, value]) => value !== undefined))
}

/** What is told now wins over what was remembered. That it is kept, too, nobody has to wait for. */
async function prepareWith(model: Model, known: LearnedFact, learn: Learner["learn"]): Promise<LearnedFact> {
  const told = (await model.prepare?.(known)) ?? {}
  if (Object.keys(told).length > 0) void learn(told)
  return told
}

type Learner = {
  readonly model: Model
  readonly known: () => LearnedFact
  readonly learn: (fact: LearnedFact) => Promise<void>
  /** Whether its server was asked, and could not say what its window is. */
  readonly isUntold: () => boolean
  readonly prepareAgain: () => Promise<LearnedFact>
  /** What a call in text has to carry; nobody else knows it. */
  readonly password: string
}

async function* streamInShape(learner: Learner, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
  for (;;) {
    const known = learner.known()
    try {
      const parts = streamAs(learner, known, request, signal)
      yield* learner.isUntold() ? toldAtItsEnd(learner, parts) : parts
      return
    } catch (error) {
      const fact = factOf(error, known, request)
      if (fact) await learner.learn(fact)
      if (!fact || !changesShape(fact, known)) throw error
      yield { type: "retry", reason: (error as Error).message, waitMs: 0, error: error as ModelError }
    }
  }
}

function streamAs(learner: Learner, known: LearnedFact, request: ModelRequest, signal: AbortSignal) {
  const { systemRole, alternation, callsAtOnce, pictures, toolForm } = known
  const shaped = { ...request, shape: { systemRole, alternation, callsAtOnce, pictures, ...request.shape } }
  if (toolForm === "text" && isFree(request)) return streamInText(learner.model, shaped, learner.password, signal)
  return learner.model.stream(shaped, signal)
}

/** Tools are on offer and none is forced: what is forced has a ladder of its own. */
function isFree({ tools, choice }: ModelRequest): boolean {
  return tools.length > 0 && choice.kind === "auto"
}

function hasPictures({ messages }: ModelRequest): boolean {
  return messages.some((message) => "pictures" in message && (message.pictures?.length ?? 0) > 0)
}

function isWithoutTools({ feature }: ModelError, request: ModelRequest): boolean {
  return isFree(request) && (feature === "tools" || feature === "tool_choice")
}

/** Once a reply is there the model is loaded: what its server could not say of it may be told now. Nobody reads on behind the end. */
async function* toldAtItsEnd(learner: Learner, parts: AsyncIterable<ModelPart>): AsyncGenerator<ModelPart> {
  for await (const part of parts) {
    if (part.type === "end") await learner.prepareAgain()
    yield part
  }
}

/** Where turns alternate strictly already and still do not, it is the system message that is counted among them. */
function factOf(error: unknown, { alternation }: LearnedFact, request: ModelRequest): LearnedFact | undefined {
  if (!(error instanceof ModelError)) return undefined
  if (isWithoutTools(error, request)) return { toolForm: "text" }
  if (error.feature === "system") return { systemRole: false }
  if (error.feature === "alternation")
    return alternation === "strict" ? { systemRole: false } : { alternation: "strict" }
  if (error.feature === "several_calls") return { callsAtOnce: "one" }
  if (error.feature === "pictures" && hasPictures(request)) return { pictures: false }
  if (error.feature === "thinking") return { thinkingOff: false }
  return error.sizes?.window === undefined ? undefined : { contextWindow: error.sizes.window }
}

/** Once is enough: an endpoint that still complains means something else. */
function changesShape(fact: LearnedFact, before: LearnedFact): boolean {
  if (fact.toolForm === "text") return before.toolForm !== "text"
  if (fact.systemRole === false) return before.systemRole !== false
  if (fact.pictures === false) return before.pictures !== false
  if (fact.callsAtOnce === "one") return before.callsAtOnce !== "one"
  return fact.alternation === "strict" && before.alternation !== "strict"
}

function overlay(traits: EndpointTraits | undefined, fact: LearnedFact): EndpointTraits | undefined {
  const { missed, ability } = fact
  if (!traits && fact.rungs === undefined && fact.thinkingOff === undefined && !missed && !ability) return undefined
  const { rungs, thinking } = traits ?? { rungs: ["named", "required", "schema", "text"], thinking: "free" }
  return {
    rungs: fact.rungs ?? rungs,
    thinking: thinkingWith(thinking, fact.thinkingOff),
    ...(traits?.isBoundBySchema ? { isBoundBySchema: true } : {}),
    ...(missed ? { missed } : {}),
    ...(ability ? { ability } : {}),
  }
}

/** Switching it off is learned only where thinking was in the way. */
function thinkingWith(
  thinking: EndpointTraits["thinking"],
  off: LearnedFact["thinkingOff"],
): EndpointTraits["thinking"] {
  if (off === "always") return "unwanted"
  if (off === true) return "switchable"
  return off === false && thinking === "switchable" ? "fixed" : thinking
}
