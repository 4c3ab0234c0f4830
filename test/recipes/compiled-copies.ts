import { oneOf } from "../sample.ts"

const COPIES = ["option", "recipes"] as const

/** The compiler looks at one of the two copies of the sources, and at both in the end: nothing here takes longer. */
export function sampledCopy(name: (typeof COPIES)[number]): readonly string[] {
  return oneOf("compiled copies", COPIES).filter((each) => each === name)
}
