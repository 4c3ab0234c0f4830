import { rm } from "node:fs/promises"
import fc from "fast-check"
import { expect, test } from "vitest"
import { SEED, timesTried } from "../sample.ts"
import { pictureOf, shell, type UndoPlace, undoPlace, writing } from "../scenarios/undo-place.ts"

/** Replay a failure with the seed and path that fast-check prints. */
const RUNS = Math.ceil(timesTried({ sample: 400, whole: 2000 }) / 150)

const PATHS = ["a.txt", "b b.txt", "dir/c.txt", "dir/deep/d.txt", "目录/文件.txt"]
const path = fc.constantFrom(...PATHS)

const operation = fc.oneof(
  fc.record({
    kind: fc.constant("run" as const),
    written: fc.uniqueArray(path, { maxLength: 3 }),
    deleted: fc.uniqueArray(path, { maxLength: 2 }),
  }),
  fc.record({ kind: fc.constant("edit" as const), path, isDeleted: fc.boolean() }),
  fc.record({ kind: fc.constant("undo" as const), run: fc.nat(5), isRedone: fc.boolean() }),
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

type Files = Readonly<Record<string, string>>
type KnownRun = { readonly id: string; readonly before: Files; readonly after: Files; isUndone: boolean }

test("whatever runs and users write, an undo takes back what is as the run left it, and a redo brings it back", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 3, maxLength: 10 }), async (operations) => {
      await using place = await undoPlace({ "a.txt": "first", "dir/c.txt": "first" })
      const player = new Player(place)
      for (const next of operations) await player.play(next)
    }),
    { seed: SEED, numRuns: RUNS },
  )
})

class Player {
  readonly #place: UndoPlace
  readonly #runs: KnownRun[] = []
  #writes = 0

  constructor(place: UndoPlace) {
    this.#place = place
  }

  async play(next: Operation): Promise<void> {
    if (next.kind === "run") await this.#run(next.written, next.deleted)
    if (next.kind === "edit") await this.#edit(next.path, next.isDeleted)
    if (next.kind === "undo") await this.#undo(next.run, next.isRedone)
  }

  async #run(written: readonly string[], deleted: readonly string[]): Promise<void> {
    const before = await this.#files()
    const gone = deleted.filter((name) => !written.includes(name))
    const id = await this.#place.run(
      [...written.map((name) => writing(name, this.#content())), { call: "list_files", input: {} }],
      [shell(`rm -f ${gone.map((name) => `'${name}'`).join(" ")} no-such-file`)],
    )
    this.#runs.push({ id, before, after: await this.#files(), isUndone: false })
  }

  async #edit(name: string, isDeleted: boolean): Promise<void> {
    if (isDeleted) await rm(this.#place.path(name), { force: true })
    else await this.#place.write(name, this.#content())
  }

  async #undo(number: number, isRedone: boolean): Promise<void> {
    const run = this.#runs[number % this.#runs.length]
    if (!run) return
    const now = await this.#files()
    const agent = await this.#place.agent()
    const report = await agent.undo(run.id)
    expect(await this.#files()).toEqual(run.isUndone ? now : expected(run, now))
    if (report.undo !== null && isRedone) {
      await agent.undo(run.id, { redo: true })
      expect(await this.#files()).toEqual(now)
    } else if (report.conflicts.length === 0 && report.undo !== null) run.isUndone = true
  }

  /** No two writes are the same, so that whose a content is can be told from it. */
  #content(): string {
    this.#writes += 1
    return `write ${this.#writes}`
  }

  async #files(): Promise<Files> {
    const picture = Object.entries(await pictureOf(this.#place.root))
    return Object.fromEntries(picture.filter(([, what]) => what !== "folder"))
  }
}

/** What the run changed and nobody else since is as it was before; everything else is as it is. */
function expected({ before, after }: KnownRun, now: Files): Files {
  const files: Record<string, string> = {}
  for (const name of new Set([...PATHS, ...Object.keys(now)])) {
    const content = now[name] === after[name] ? before[name] : now[name]
    const kept = before[name] === after[name] ? now[name] : content
    if (kept !== undefined) files[name] = kept
  }
  return files
}
