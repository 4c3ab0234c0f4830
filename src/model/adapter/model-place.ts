import type { KnownEndpoint } from "../endpoints/endpoint.ts"
import { describeModel, findEndpoint, type KnownModel } from "../endpoints/endpoints.ts"
import { LOCAL_WINDOW } from "../endpoints/local-endpoints.ts"
import type { EndpointTraits, LearnedFact, TranscriptShape } from "../seam/model.ts"
import { isStranger, type KnownServer } from "../servers/ask-about.ts"
import { isLocalAddress } from "../servers/local-address.ts"
import { recentWord } from "../servers/recent-answer.ts"
import { SERVER_KINDS, type ServerKind, type ServerWord } from "../servers/server-answer.ts"
import type { ThinkingOff } from "./sdk-model.ts"

/** A model by its name and address, and what its user says of it. */
export type PlaceSettings = {
  readonly row: KnownEndpoint
  readonly name: string
  readonly baseUrl: string
  readonly key?: string | undefined
  readonly givenWindow?: number | undefined
  /** What was told of it, instead of what the table says. */
  readonly toldWindow?: number | undefined
  readonly traits?: EndpointTraits | undefined
  readonly thinkingOff?: ThinkingOff | undefined
}

/** What is known of one model at one address: by the table, until its server has said more. */
export class ModelPlace {
  readonly givenWindow: number | undefined
  readonly isLocal: boolean
  readonly #settings: PlaceSettings
  #row: KnownEndpoint
  #described: KnownModel
  #shape: TranscriptShape | undefined
  #word: ServerWord | undefined
  #asking: Promise<LearnedFact> | undefined

  constructor(settings: PlaceSettings) {
    const { row, name, baseUrl, givenWindow } = settings
    this.#settings = settings
    this.#row = row
    this.givenWindow = givenWindow
    this.isLocal = isLocalAddress(baseUrl)
    this.#described = describeModel(row, name)
    this.#shape = row.shape
  }

  get contextWindow(): number {
    return this.givenWindow ?? this.#word?.contextWindow ?? this.#assumedWindow
  }

  /** Neither the user nor the server nor the model's name tells it. */
  get isWindowAssumed(): boolean {
    if (this.givenWindow !== undefined || this.#word?.contextWindow !== undefined) return false
    return this.#isRuntime || (this.#settings.toldWindow === undefined && this.#described.isWindowGuessed)
  }

  get traits(): EndpointTraits {
    return this.#settings.traits ?? this.#described.traits
  }

  get thinkingOff(): ThinkingOff | undefined {
    return this.#settings.thinkingOff ?? this.#described.thinkingOff
  }

  get cacheHints(): KnownModel["cacheHints"] {
    return this.#described.cacheHints
  }

  get shape(): TranscriptShape | undefined {
    return this.#shape
  }

  /** The fields that make it tell of the prompt's progress, where it can. */
  get promptProgress(): KnownEndpoint["promptProgress"] {
    return this.#row.promptProgress
  }

  get takesTemperature(): boolean {
    return this.#row.takesTemperature ?? false
  }

  /** The fields that allow one call at most, where it is known to take them. */
  get oneCall(): KnownEndpoint["oneCall"] {
    return this.#row.oneCall
  }

  /** The names that the server lists; none where it was not asked. */
  get models(): readonly string[] {
    return this.#word?.models ?? []
  }

  /** Only servers without a key of a provider's are asked: what the others offer is in the table. */
  get prepare(): ((remembered?: LearnedFact) => Promise<LearnedFact>) | undefined {
    if (this.#settings.row.keys.length > 0) return undefined
    return (remembered = {}) => {
      if (this.#isUntold) this.#asking = undefined
      this.#asking ??= this.#ask(remembered)
      return this.#asking
    }
  }

  /** Some load a model when it is first asked, and can't tell its window before. */
  get #isUntold(): boolean {
    return this.#word?.kind !== undefined && this.#word.contextWindow === undefined
  }

  /** What a runtime was given nobody knows, whatever the model could take; any other server says so when it gets too much. */
  get #assumedWindow(): number {
    const contextWindow = this.#settings.toldWindow ?? this.#described.contextWindow
    return this.#isRuntime ? Math.min(contextWindow, LOCAL_WINDOW) : contextWindow
  }

  /** A program that was given a window when it was started: known by its name, its own word, or a port that only it uses. */
  get #isRuntime(): boolean {
    return isServerKind(this.#row.id) || (this.isLocal && RUNTIME_PORTS.has(portOf(this.#settings.baseUrl)))
  }

  async #ask(remembered: LearnedFact): Promise<LearnedFact> {
    const { baseUrl, name, key } = this.#settings
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
    // A server elsewhere is asked for its list of models only, unless that shows whose it is.
    const known = knownServer(remembered) ?? (this.isLocal || isServerKind(this.#row.id) ? undefined : "stranger")
    const word = await recentWord({ baseUrl, model: name, headers }, known)
    this.#word = word
    this.#stand(word.contextWindow === undefined ? (word.kind ?? remembered.server) : word.kind)
    return {
      ...whose(word, remembered),
      ...(word.contextWindow === undefined ? {} : { contextWindow: word.contextWindow }),
      ...word.shape,
      ...(word.hasTools === undefined ? {} : { toolForm: word.hasTools ? undefined : ("text" as const) }),
    }
  }

  /** Whoever it is called, a server that is recognised has its own row. */
  #stand(kind: ServerKind | undefined): void {
    const { row, name } = this.#settings
    const found = kind === undefined || kind === row.id ? undefined : findEndpoint(kind)
    if (found) this.#row = found
    this.#described = describeModel(this.#row, name)
    this.#shape = { ...row.shape, ...found?.shape, ...this.#word?.shape }
  }
}

function isServerKind(id: string): id is ServerKind {
  return SERVER_KINDS.some((kind) => kind === id)
}

/** Ollama's and LM Studio's; other programs share the ports of the rest. */
const RUNTIME_PORTS: ReadonlySet<string> = new Set(["11434", "1234"])

function portOf(address: string): string {
  return URL.canParse(address) ? new URL(address).port : ""
}

/** Who told its window before is asked only whether that is still so; so is a stranger, who may have nothing to tell. */
function knownServer({ server, isStranger, contextWindow }: LearnedFact): KnownServer | undefined {
  if (isStranger) return "stranger"
  return contextWindow === undefined ? undefined : server
}

/** One that was known is no stranger for saying nothing today. */
function whose(word: ServerWord, remembered: LearnedFact): LearnedFact {
  if (word.kind) return { server: word.kind, isStranger: undefined }
  const isNews = word.contextWindow !== undefined || remembered.server === undefined
  return isNews && isStranger(word) ? { isStranger: true, server: undefined } : {}
}
