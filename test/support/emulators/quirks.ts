/** How JSON in text or arguments comes out: not quite JSON, half of it, or with something around it. */
export type JsonStyle = "broken" | "cut" | "fenced" | "singleQuoted" | "prose"

/** How an endpoint deviates from what it was asked; all of them combine. Each kind of emulator has its own defaults. */
export type Quirks = {
  /** A named choice is refused with 400. */
  readonly namedRefused?: boolean
  /** A named choice silently becomes auto. */
  readonly namedIgnored?: boolean
  readonly requiredRefused?: boolean
  readonly requiredIgnored?: boolean
  /** `none` is ignored too: the model may call all the same. */
  readonly noneIgnored?: boolean
  /** Tools with `auto` are refused (vLLM without a tool parser). */
  readonly autoRefused?: boolean
  /** What the model does when a choice was ignored: talk, or call another tool. Absent: the mind decides, asked with auto. */
  readonly strays?: "prose" | "other"
  /** Text before each call; `true` takes a stock sentence. */
  readonly textBeforeCall?: boolean | string
  /** A call comes twice, whatever the client says about parallel calls. */
  readonly severalCalls?: boolean
  /** Several calls of the mind go out although the client forbade it. */
  readonly parallelIgnored?: boolean
  readonly schemaIgnored?: boolean
  /** A schema is refused with 400; a bare `json_object` is not. */
  readonly schemaRefused?: boolean
  /** With a schema in the request the tools are not offered to the model. */
  readonly schemaWins?: boolean
  /** Constrained decoding: what a schema or a forced call demands comes out valid; of the JSON styles only `cut` shows. */
  readonly grammar?: boolean
  /** The model thinks unless the request turns it off in one of the ways that its kind of endpoint knows. */
  readonly thinkingOn?: boolean
  /** Whatever the request says, it thinks. */
  readonly thinkingFixed?: boolean
  /** `required` and named are refused while thinking. Default for chat endpoints: the value of `thinkingOn`. */
  readonly thinkingForbidsForcing?: boolean
  /** Reasoning that came with a call must come back with it. Altered signatures are refused even without this. */
  readonly echoRequired?: boolean
  readonly systemRefused?: boolean
  /** Two user or two assistant messages in a row fail with this status. */
  readonly strictAlternation?: 400 | 500
  /** The template counts the system message among the turns, which begin with the user: it fails with this status. */
  readonly systemCounts?: 400 | 500
  /** A message of the assistant's with more than one call is refused by the template. */
  readonly oneCallOnly?: boolean
  /** A user message right after a tool result is refused. */
  readonly userAfterToolRefused?: boolean
  /** Calls without results and results without calls are refused. */
  readonly pairsRequired?: boolean
  /** A transcript that ends with the assistant is refused. */
  readonly prefillRefused?: boolean
  /** A call in the transcript whose arguments are no JSON is a 500, for ever. */
  readonly replayStrict?: boolean
  /** The template has no tools: they are ignored silently. */
  readonly noTools?: boolean
  readonly toolsRefused?: boolean
  readonly jsonStyle?: JsonStyle
  /** Nothing is said, and that is called a stop. */
  readonly empty?: boolean
  /** The model refuses, or a filter does. */
  readonly refusal?: boolean
  readonly noUsage?: boolean
  /** A request to stream is refused with 400, or answered in one piece. */
  readonly noStream?: "refused" | "whole"
  /** Milliseconds before each event of a stream. */
  readonly slow?: number
  /** Tokens a second that it reads, but for those in its cache, and writes; by the emulator's clock. */
  readonly speed?: { readonly prompt: number; readonly output: number }
  /** The model is loaded when it is first asked; before that nobody knows its window. */
  readonly loadsLate?: boolean
  /** Tokens of prompt that fit; more is refused in the endpoint's own words. */
  readonly contextSize?: number
  /** Too long a prompt is cut at its old end instead, silently. */
  readonly truncates?: boolean
  /** So many requests get 429 first. */
  readonly rateLimited?: number | { readonly times: number; readonly retryAfter: number }
  /** After so many requests: 500 for ever, or nothing listens any more. */
  readonly downAfter?: { readonly requests: number; readonly as: 500 | "refused" }
}
