/** Work on one thing happens in turn; work on different things side by side. */
export class TurnQueue {
  readonly #tails = new Map<string, Promise<unknown>>()

  take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#tails.get(name) ?? Promise.resolve()).then(work)
    const tail: Promise<void> = result.catch(() => {}).then(() => this.#forget(name, tail))
    this.#tails.set(name, tail)
    return result
  }

  #forget(name: string, tail: Promise<unknown>): void {
    if (this.#tails.get(name) === tail) this.#tails.delete(name)
  }
}
