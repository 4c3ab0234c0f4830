import type { RunBlob } from "../../journal/run-store.ts"
import type { SentSection } from "../../protocol/api/call-api.ts"
import { fromBlob, inOrder, isSameAs, type KeptCall, placeOfKept } from "./kept-call.ts"

/** A section, and the place where it was sent first, which tells it from all others. */
export type PlacedSection = { readonly section: SentSection; readonly origin: string }

/** A kept call with all of its sections. */
export type WholeCall = { readonly id: string; readonly call: KeptCall; readonly sections: readonly PlacedSection[] }

/** Where files of a run come from. */
export type BlobReader = (id: string) => Promise<Omit<RunBlob, "id"> | undefined>

/** Puts calls together from what they took over from earlier ones; each is read once. */
export class KeptCalls {
  readonly #load: BlobReader
  readonly #known = new Map<string, WholeCall | undefined>()

  constructor(load: BlobReader) {
    this.#load = load
  }

  /** `undefined` where it is not kept. */
  async whole(id: string): Promise<WholeCall | undefined> {
    const calls = await this.#withSources(id)
    // The oldest first: each takes over from earlier ones alone, and a chain may be longer than a stack.
    for (const { id: each } of inOrder([...calls.keys()].map(placeOfKept))) {
      const call = calls.get(each)
      if (call) this.#known.set(each, { id: each, call, sections: this.#sections(each, call) })
    }
    return this.#known.get(id)
  }

  /** A call, those that it takes sections from, and so on; `undefined` for those that are not kept. */
  async #withSources(id: string): Promise<Map<string, KeptCall | undefined>> {
    const found = new Map<string, KeptCall | undefined>()
    const due = [id]
    for (let next = due.shift(); next !== undefined; next = due.shift()) {
      if (this.#known.has(next) || found.has(next)) continue
      const call = fromBlob(await this.#load(next))
      found.set(next, call)
      due.push(...(call?.from ?? []))
    }
    return found
  }

  #sections(id: string, { from, sections }: KeptCall): PlacedSection[] {
    return sections.flatMap((section, index) => {
      if (!isSameAs(section)) return [{ section, origin: `${id} ${index}` }]
      const source = this.#known.get(from[section.from] ?? "")
      return source?.sections.slice(section.start, section.start + section.count) ?? []
    })
  }
}
