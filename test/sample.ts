import { createHash } from "node:crypto"

/** `npm run test:all`: every case of the large sweeps instead of some. */
const IS_WHOLE = process.env.KEELSON_TEST_WHOLE !== undefined

/** The same in every run, so that a failure comes again; another one takes other samples. */
export const SEED = Number(process.env.KEELSON_TEST_SEED ?? 20261115)

/** How often a promise is tried. */
export function timesTried(
  { sample, whole }: { readonly sample: number; readonly whole: number },
  asked = process.env.KEELSON_TEST_RUNS,
): number {
  return Number(asked ?? (IS_WHOLE ? whole : sample))
}

/** Of things in a row each so many-th, beginning with another one for each name; all of them in the end. */
export function strideOf(name: string, stride: number): { readonly first: number; readonly stride: number } {
  return IS_WHOLE ? { first: 0, stride: 1 } : { first: chance(name) % stride, stride }
}

/** One of several cases of the same kind, another one for each name; all of them in the end. */
export function oneOf<Case>(name: string, cases: readonly Case[]): readonly Case[] {
  const { first } = strideOf(name, cases.length)
  return IS_WHOLE ? cases : cases.slice(first, first + 1)
}

/** A few cases that show each thing once; all of them in the end. */
export function casesOf<Case>({ sample, more }: Readonly<Record<"sample" | "more", readonly Case[]>>): readonly Case[] {
  return IS_WHOLE ? [...sample, ...more] : sample
}

function chance(name: string): number {
  return createHash("sha256").update(`${SEED} ${name}`).digest().readUInt32BE()
}
