type Tidy = () => unknown

const tidies = new Set<Tidy>()

/** For helpers: what they clear away after each file's tests. A worker that many files share loads a helper once, so that a hook of its own would be heard in the first file only. */
export function atFileEnd(tidy: Tidy): void {
  tidies.add(tidy)
}

export async function tidyUp(): Promise<void> {
  for (const tidy of tidies) await tidy()
}
