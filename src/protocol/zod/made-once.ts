/** What is made when it is first asked for: to make a schema takes a while, and a start does without most of those for config files. */
export function madeOnce<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
