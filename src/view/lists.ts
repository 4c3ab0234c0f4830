/** How a fold over a log keeps what grows with it. */
export interface Lists {
  append<Item>(items: readonly Item[], item: Item): readonly Item[]
  /** Where the last item of that name stands; -1 where there is none. Names don't change. */
  lastOf<Item>(items: readonly Item[], name: string, nameOf: (item: Item) => string): number
  replace<Item>(items: readonly Item[], at: number, item: Item): readonly Item[]
  remove<Item>(items: readonly Item[], at: number): readonly Item[]
  assign<Value>(record: Readonly<Record<string, Value>>, name: string, value: Value): Readonly<Record<string, Value>>
  set<Value>(map: ReadonlyMap<string, Value>, name: string, value: Value): ReadonlyMap<string, Value>
}

/** Each change makes a copy, so that every picture stays as it was. */
export const COPYING: Lists = {
  append: (items, item) => [...items, item],
  // What is asked for is nearly always among the newest, and a long run has many.
  lastOf: (items, name, nameOf) => items.findLastIndex((item) => nameOf(item) === name),
  replace: (items, at, item) => items.with(at, item),
  remove: (items, at) => items.toSpliced(at, 1),
  assign: (record, name, value) => ({ ...record, [name]: value }),
  set: (map, name, value) => new Map(map).set(name, value),
}

/**
 * For many facts of which only the last picture is looked at: what is copied once is changed in place from then on, so that a long log
 * takes time by its length and not by the square of it. Once a picture was shown, the next change needs lists of its own.
 */
export class OwnLists implements Lists {
  readonly #own = new WeakSet<object>()
  readonly #finder = new Finder()

  append<Item>(items: readonly Item[], item: Item): readonly Item[] {
    const own = this.#ownItems(items)
    own.push(item)
    return own
  }

  lastOf<Item>(items: readonly Item[], name: string, nameOf: (item: Item) => string): number {
    return this.#finder.lastOf(items, name, nameOf)
  }

  replace<Item>(items: readonly Item[], at: number, item: Item): readonly Item[] {
    const own = this.#ownItems(items)
    own[at] = item
    return own
  }

  remove<Item>(items: readonly Item[], at: number): readonly Item[] {
    const own = this.#ownItems(items)
    own.splice(at, 1)
    this.#finder.forget(own)
    return own
  }

  assign<Value>(record: Readonly<Record<string, Value>>, name: string, value: Value): Readonly<Record<string, Value>> {
    const own = this.#mine(record, () => ({ ...record })) as Record<string, Value>
    own[name] = value
    return own
  }

  set<Value>(map: ReadonlyMap<string, Value>, name: string, value: Value): ReadonlyMap<string, Value> {
    return this.#mine(map as Map<string, Value>, () => new Map(map)).set(name, value)
  }

  #ownItems<Item>(items: readonly Item[]): Item[] {
    return this.#mine(items as Item[], () => [...items])
  }

  #mine<Thing extends object>(thing: Thing, copy: () => Thing): Thing {
    if (this.#own.has(thing)) return thing
    const own = copy()
    this.#own.add(own)
    return own
  }
}

/** Finds items in lists to which nothing is done but to append and to replace. */
export class Finder {
  readonly #places = new WeakMap<readonly unknown[], Places>()

  lastOf<Item>(items: readonly Item[], name: string, nameOf: (item: Item) => string): number {
    const places: Places = this.#places.get(items) ?? { asked: 0, count: 0 }
    this.#places.set(items, places)
    if (++places.asked < WORTH_NOTING) return COPYING.lastOf(items, name, nameOf)
    places.byName ??= new Map()
    for (; places.count < items.length; places.count++)
      places.byName.set(nameOf(items[places.count] as Item), places.count)
    return places.byName.get(name) ?? -1
  }

  forget(items: readonly unknown[]): void {
    this.#places.delete(items)
  }
}

/** Where the last item of each name stands, as far as a list was looked through. */
type Places = { asked: number; count: number; byName?: Map<string, number> }

/** Whoever asks a few times only is faster without. */
const WORTH_NOTING = 16
