/** A call of the model that the user did not want to wait for: it is asked again, with what they said. */
export class CallOvertaken extends Error {
  override name = "CallOvertaken"

  constructor() {
    super("What the user said overtook a call of the model.")
  }
}

/** Lets what the user says overtake the calls that are under way, and no later ones; all of them end with the run. */
export class Overtaking {
  readonly #run: AbortSignal
  #calls = new AbortController()

  /** One listener for all calls: a signal for each, made of two, would cost more than what is done with it. */
  constructor(run: AbortSignal) {
    this.#run = run
    run.addEventListener("abort", () => this.#calls.abort(run.reason), { once: true })
  }

  /** For a call that begins now. */
  get signal(): AbortSignal {
    return this.#run.aborted ? this.#run : this.#calls.signal
  }

  overtake(): void {
    const overtaken = this.#calls
    this.#calls = new AbortController()
    overtaken.abort(new CallOvertaken())
  }
}
