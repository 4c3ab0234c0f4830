import type { ToolSpec } from "../../model/seam/model.ts"
import type { Conclusion } from "../conclusion.ts"
import { constraintsNote } from "../constraints/constrain.ts"
import { recognise } from "../constraints/recognise.ts"
import { Conversation } from "../context/conversation.ts"
import { firstMessage, systemPrompt } from "../context/prompts.ts"
import type { Answered, Closer, LastWord } from "../finish/gate/closer.ts"
import type { ReflectionSetting } from "../reflection/settings.ts"
import type { RunContext } from "../run-context.ts"
import { askForWord, closingSummary, plainWord } from "./closing.ts"
import { closingTurns } from "./closing-turns.ts"
import { confirmEnd } from "./confirm.ts"
import { isFirstWord } from "./first-word.ts"
import { withoutMarker } from "./marker.ts"
import { offeredTools, toolSpec } from "./offer.ts"
import { HOW_TO_END, noCall, nothingNew, underRules } from "./prompts.ts"
import { MAX_EMPTY_REPLIES, NO_SILENCE, silenceAfter, silent } from "./silence.ts"
import { isStalled, stalled } from "./stall.ts"
import { type TurnControl, type TurnEnd, type Turns, takeTurn } from "./turn.ts"

/** How a loop of turns begins. */
export type Opening = {
  /** What the strategy answers itself, on offer after the tools. */
  readonly controls: readonly TurnControl[]
  readonly reflection: ReflectionSetting
  /** What the model reads first, given the rules of the run; the request and the rules unless told otherwise. */
  readonly prompt?: (rules: string) => string
  /** Whether the prompt asks for a control at once: what goes with that question then stands in the same message. */
  readonly asksAtOnce?: boolean
  /** What the model may end its text with to say that it is done; it is shown nowhere. */
  readonly marker?: string
  /** How the model can end, in a few words; by `task_done` unless told otherwise. */
  readonly howToEnd?: string
  /** What the model said to the request before it was offered the tools: its first reply without a call. */
  readonly said?: string
}

/** What came of a turn in its loop; `silent` once the model has had nothing to say, or its turns nothing new, several times in a row. */
export type LoopTurn = TurnEnd | { readonly kind: "silent"; readonly conclusion: Conclusion }

/** Sets what the run may use, offers it with the controls, and has the run summed up by what the model closes with. */
export async function openTurns(run: RunContext, opening: Opening): Promise<TurnLoop> {
  const constraints = await run.constrain(recognise(run.request))
  const rules = constraintsNote(run, constraints)
  const specs = [...offeredTools(run, constraints).map(toolSpec), ...opening.controls.map(({ spec }) => spec)]
  const loop = new TurnLoop(run, opening, specs, openConversation(run, opening, rules))
  run.summariseWith(async (end, outcome) =>
    loop.unmarked(await closingSummary(end, outcome, loop.conversation, loop.specs, loop.closing)),
  )
  run.closeWith(loop)
  return loop
}

function openConversation(run: RunContext, opening: Opening, rules: string): Conversation {
  const { prompt, asksAtOnce, said, howToEnd = HOW_TO_END } = opening
  const text = prompt ? prompt(rules) : underRules(firstMessage(run), rules)
  const system = { role: "system", text: systemPrompt(run.environment) } as const
  if (!asksAtOnce && said === undefined) return new Conversation([system, { role: "user", text }])
  const conversation = new Conversation([system])
  conversation.tell(text)
  if (said !== undefined) conversation.adopt({ role: "assistant", text: said, calls: [] })
  if (said !== undefined) conversation.tell(noCall(howToEnd))
  return conversation
}

/** Turn after turn of one conversation, with the same things on offer. */
export class TurnLoop implements Turns, Closer {
  conversation: Conversation
  readonly specs: readonly ToolSpec[]
  readonly controls: readonly TurnControl[]
  readonly reflection: ReflectionSetting
  readonly howToEnd: string
  readonly marker: string | undefined
  /** The model's own words for the end: the summary of the run. Without them the model is asked for some. */
  closing: string | undefined
  /** What the model closed with, and what it said beside it. */
  #word: LastWord | undefined
  readonly #run: RunContext
  readonly #opening: Conversation
  #turn = 0
  #silence = NO_SILENCE
  #claims = 0
  #stalls = 0
  #isTold: boolean

  constructor(run: RunContext, opening: Opening, specs: readonly ToolSpec[], conversation: Conversation) {
    this.#run = run
    this.conversation = conversation
    this.#opening = conversation.fork()
    this.specs = specs
    this.controls = opening.controls
    this.reflection = opening.reflection
    this.howToEnd = opening.howToEnd ?? HOW_TO_END
    this.marker = opening.marker
    this.#isTold = opening.said !== undefined
  }

  /** From here on in a conversation of its own, which begins as the first one did. */
  beginAfresh(): void {
    this.conversation = this.#opening.fork()
  }

  /** One more reply of the model's with its tools. */
  async next(): Promise<LoopTurn> {
    const turn = ++this.#turn
    const { end, advice } = await takeTurn(this.#run, turn, this)
    this.#hear(end)
    if (!this.#isTold && isFirstWord(this.#run, turn, end, this)) return this.#toldHow()
    if (advice?.level === "fail" && !this.#run.environment.literal)
      return { kind: "silent", conclusion: { kind: "incomplete", limit: "news", reason: advice.reason } }
    this.#silence = silenceAfter(this.#run, turn, end, this.#silence)
    if (this.#silence.replies >= MAX_EMPTY_REPLIES)
      return { kind: "silent", conclusion: silent(this.#run, this.#silence) }
    return end.kind === "worked" && isStalled(this.#run, turn) ? this.#goOnOrStop(end, turn) : end
  }

  /** Told once; what it says then is the answer. */
  #toldHow(): LoopTurn {
    this.#isTold = true
    this.conversation.tell(noCall(this.howToEnd))
    return { kind: "empty" }
  }

  /** Told once; then the run comes to its end. */
  #goOnOrStop(end: TurnEnd, turn: number): LoopTurn {
    if (this.#stalls++ > 0) return { kind: "silent", conclusion: stalled(this.#run, turn) }
    this.conversation.tell(nothingNew(this.howToEnd))
    return end
  }

  /** Turn after turn, until the model closes or there is nothing more to come. */
  async untilClosed(): Promise<Conclusion> {
    for (;;) {
      const end = await this.next()
      if (end.kind === "silent") return end.conclusion
      if (end.kind !== "closed" && end.kind !== "said") continue
      const verdict = await this.confirm()
      if (verdict === "go on") continue
      this.closing = end.text
      return verdict
    }
  }

  /** The model calls the work done: whether it is. Where it has to go on it is told why. */
  async confirm(): Promise<Conclusion | "go on"> {
    if (!this.#run.environment.literal) return { kind: "done" }
    return confirmEnd(this.#run, ++this.#claims, this.conversation)
  }

  given(): LastWord | undefined {
    return this.#word
  }

  async ask(here: RunContext): Promise<LastWord> {
    return this.unmarked(await askForWord(here, this.conversation, this.specs))
  }

  /** A dozen turns at most, which end when the model does. */
  async settle(here: RunContext, told: string): Promise<Answered> {
    this.#word = undefined
    this.conversation.begin(told)
    await closingTurns(here, this, async ({ end }) => this.#hear(end) !== undefined)
    const word = this.#word
    return { word, isDone: word !== undefined }
  }

  /** As the user reads it. */
  unmarked<W extends { readonly text: string }>(word: W): W {
    return { ...word, text: withoutMarker(word.text, this.marker) }
  }

  #hear(end: TurnEnd): LastWord | undefined {
    if (end.kind === "closed") this.#keep(end.word)
    if (end.kind === "said") this.#keep(plainWord(end.text))
    if (end.kind === "worked") this.#word = undefined
    return this.#word
  }

  /** A marker alone says nothing. */
  #keep(said: LastWord): void {
    const word = this.unmarked(said)
    this.#word = word.text === "" ? undefined : word
  }
}
