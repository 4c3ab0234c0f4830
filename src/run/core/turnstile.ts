/** Lets one branch through at a time, in order of arrival: for "check, then record" that must not interleave. */
export class Turnstile {
  #tail: Promise<unknown> = Promise.resolve()

  pass<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(work)
    this.#tail = result.catch(() => undefined)
    return result
  }
}
