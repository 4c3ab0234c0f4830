import { type GitPlace, git } from "../shadow/git.ts"

export type Blob = { readonly id: string; readonly content: Buffer }

/** So many contents are read at once, to bound the memory they take: none is larger than a checkpoint keeps. */
const AT_ONCE = 20

/** The contents of these blobs, in order. */
export async function* readBlobs(place: GitPlace, ids: readonly string[]): AsyncIterable<Blob> {
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE)
    yield* parseBatch(await git(place, ["cat-file", "--batch"], { input: some.map((id) => `${id}\n`).join("") }))
  }
}

/** `<id> blob <size>`, a line break, the content, a line break. */
function* parseBatch(output: Buffer): Iterable<Blob> {
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf("\n", at)
    const [id = "", type, size] = output.toString("latin1", at, end).split(" ")
    if (type !== "blob")
      throw new Error(`The checkpoint lacks ${id}; its shadow repository was changed by someone else.`)
    const start = end + 1
    at = start + Number(size) + 1
    yield { id, content: output.subarray(start, at - 1) }
  }
}
