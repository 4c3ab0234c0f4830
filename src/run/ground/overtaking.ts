/** A call of the model that the user did not want to wait for: it is asked again, with what they said. */
export class CallOvertaken extends Error {
  override name = "CallOvertaken"

  constructor() {
    super("What the user said overtook a call of the model.")
  }
}

/** Lets what the user says overtake the calls that are under way, and no later ones. */
export class Overtaking {
  #calls = new AbortController()

  /** For a call that begins now. */
  get signal(): AbortSignal {
    return this.#calls.signal
  }

  overtake(): void {
    const overtaken = this.#calls
    this.#calls = new AbortController()
    overtaken.abort(new CallOvertaken())
  }
}
