import type { Journal } from "../../journal/journal.ts"
import type { SentSection } from "../../protocol/api/call-api.ts"
import type { Clock } from "../../tools/clock.ts"
import { contentHash } from "../../tools/content-hash.ts"
import type { Secrets } from "../../tools/secrets/secrets.ts"
import type { AskedCall } from "./call-model.ts"
import { isSameAs, KEPT_CALLS, type KeptCall, keptId, latestOf, type SameAs, toBlob } from "./kept-call.ts"
import { KeptCalls } from "./resolve-kept.ts"
import { bounded, lengthOf, type SectionSource, sectionsOf, shownSection } from "./sent-sections.ts"

/** Characters of one section, new ones of one call, and bytes of one run; there is nothing to be learnt from more. */
const [MOST_OF_SECTION, MOST_OF_CALL, MOST_OF_RUN] = [64_000, 256_000, 16_000_000]

/** Where a section was sent last. */
type Place = { readonly id: string; readonly index: number }

/** So long a reply may take before what was sent is written without it. */
const SOON_MS = 100

type Keeper = { readonly journal: Journal; readonly secrets: Secrets; readonly clock: Clock; readonly isOn: boolean }

/**
 * Keeps what models are sent beside the log, for people; the run itself never reads it. What a call before had is kept as its
 * place there.
 */
export class SentCalls {
  readonly #journal: Journal
  readonly #secrets: Secrets
  readonly #clock: Clock
  readonly #isOn: boolean
  /** By the hash of the section. */
  readonly #places = new Map<string, Place>()
  /** Messages and tools stay the same objects: what repeats is not even hashed. */
  readonly #hashes = new WeakMap<object, string>()
  /** What was sent last: what a call begins with in the same way is not even looked up. */
  #last: { readonly id: string; readonly of: readonly object[] } = { id: "", of: [] }
  #count = 0
  #bytes = 0
  #taken: Promise<void> | undefined

  constructor({ journal, secrets, clock, isOn }: Keeper) {
    this.#journal = journal
    this.#secrets = secrets
    this.#clock = clock
    this.#isOn = isOn
  }

  /**
   * Keeps what is sent, along with the reply; where that takes its time, on its own, so that a call whose process dies is seen. Never
   * throws: what is shown of a call is not worth the call, and the entry after it meets the same fault.
   */
  async whileHeard<T>(call: AskedCall, model: string, hearing: Promise<T>): Promise<T> {
    if (!this.#isOn) return hearing
    const kept = this.#keep(call, model, this.#journal.now()).catch(() => {})
    const callOff = this.#clock.after(SOON_MS, () => void this.#journal.flush().catch(() => {}))
    try {
      return await hearing
    } finally {
      callOff()
      await kept
    }
  }

  async #keep(call: AskedCall, model: string, at: number): Promise<void> {
    this.#taken ??= this.#takeUp()
    await this.#taken.catch(() => {})
    if (this.#bytes >= MOST_OF_RUN) return
    this.#count += 1
    const id = keptId({ at, n: this.#count, key: call.key })
    const blob = toBlob(id, this.#kept(id, call, model))
    this.#bytes += blob.data.length
    this.#journal.saveBlobLater(blob)
  }

  /** A run that begins has none; one that goes on takes over from where it stood. */
  async #takeUp(): Promise<void> {
    if (this.#journal.lease === 1) return
    const kept = await this.#journal.listBlobs(KEPT_CALLS)
    this.#bytes = kept.reduce((sum, { bytes }) => sum + bytes, 0)
    const last = latestOf(kept)
    const whole = last && (await new KeptCalls((id) => this.#journal.loadBlob(id)).whole(last.id))
    for (const [index, { section }] of whole?.sections.entries() ?? [])
      this.#places.set(hashOf(section), { id: last?.id ?? "", index })
  }

  #kept(id: string, call: AskedCall, model: string): KeptCall {
    const sources = sectionsOf(call)
    const shared = this.#sharedWithLast(sources)
    const from: string[] = shared > 0 ? [this.#last.id] : []
    const sections: (SentSection | SameAs)[] = shared > 0 ? [{ from: 0, start: 0, count: shared }] : []
    let left = MOST_OF_CALL
    for (let index = shared; index < sources.length; index++) {
      const known = this.#known(sources[index] as SectionSource, { id, index })
      if ("index" in known) {
        addPlace(sections, from, known)
        continue
      }
      const short = bounded(known, left)
      left -= lengthOf(short)
      sections.push(short)
    }
    this.#last = { id, of: sources.map(({ of }) => of) }
    const { control, attempt, choice, footing, maxOutput } = call
    const named = choice.kind === "named" ? { choice: choice.name } : {}
    return { control, model, rung: footing?.rung ?? choice.kind, attempt, ...named, maxOutput, from, sections }
  }

  /** How many sections the last call began with too. Where its others stood is noted now: they may come again. */
  #sharedWithLast(sources: readonly SectionSource[]): number {
    const { id, of } = this.#last
    let shared = 0
    while (shared < of.length && of[shared] === sources[shared]?.of) shared++
    for (let index = shared; index < of.length; index++) {
      const hash = this.#hashes.get(of[index] as object)
      if (hash !== undefined) this.#places.set(hash, { id, index })
    }
    return shared
  }

  /** Where a section was sent in a call before, or the section itself; from now on it is known to stand `here`. */
  #known(source: SectionSource, here: Place): Place | SentSection {
    const hash = this.#hashes.get(source.of)
    const place = hash === undefined ? undefined : this.#places.get(hash)
    if (hash !== undefined && place && place.id !== here.id) {
      this.#places.set(hash, here)
      return place
    }
    const section = bounded(shownSection(source, this.#secrets), MOST_OF_SECTION)
    const own = hashOf(section)
    const sameText = this.#places.get(own)
    this.#hashes.set(source.of, own)
    this.#places.set(own, here)
    return sameText && sameText.id !== here.id ? sameText : section
  }
}

function hashOf(section: SentSection): string {
  return contentHash(JSON.stringify(section))
}

/** Places that follow each other are one. */
function addPlace(sections: (SentSection | SameAs)[], from: string[], { id, index }: Place): void {
  if (!from.includes(id)) from.push(id)
  const place = from.indexOf(id)
  const last = sections.at(-1)
  const goesOn = last && isSameAs(last) && last.from === place && last.start + last.count === index
  if (goesOn) sections[sections.length - 1] = { ...last, count: last.count + 1 }
  else sections.push({ from: place, start: index, count: 1 })
}
