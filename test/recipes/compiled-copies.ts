import { oneOf } from "../sample.ts"

type Copy = "option" | "recipes"

/** With every second commit the compiler looks at one of the two copies of the sources, and at both in the end: nothing here takes longer. */
const COPIES: readonly (readonly Copy[])[] = [["option"], ["recipes"], [], []]

export function sampledCopy(name: Copy): readonly Copy[] {
  return oneOf("compiled copies", COPIES)
    .flat()
    .filter((each) => each === name)
}
