import { escapeGlob } from "../../text/glob.ts"
import { splitCommands } from "../../tools/shell/shell-words.ts"

/** Commands that are run again and again with other arguments, word by word; `*` is any one word without a dash before it. */
const FAMILIES: readonly (readonly string[])[] = [
  ..."npm pnpm yarn bun".split(" ").flatMap((program) => [
    [program, "test"],
    [program, "run", "*"],
  ]),
  ...["test", "build", "check", "clippy", "fmt"].map((word) => ["cargo", word]),
  ...["test", "build", "vet"].map((word) => ["go", word]),
  ...["vitest", "jest", "tsc", "eslint", "biome", "prettier"].flatMap((tool) => [[tool], ["npx", tool]]),
  ...["pytest", "mypy", "ruff"].flatMap((tool) => [[tool], ["python", "-m", tool], ["python3", "-m", tool]]),
  ...["mvn", "gradle", "./gradlew", "dotnet"].map((program) => [program, "test"]),
  ["make", "*"],
]

/** The pattern that covers a check's or a build's command with any arguments; `undefined` for a line of which less would be safe to say. */
export function usefulPattern(line: string): string | undefined {
  const [command, ...more] = splitCommands(line) ?? []
  if (!command || more.length > 0 || command.writesTo.some((path) => path !== "/dev/null")) return undefined
  const words = command.words.map(({ text }) => text)
  const family = FAMILIES.find((expected) => expected.every((word, at) => fits(word, words[at])))
  return family && `${escapeGlob(words.slice(0, family.length).join(" "))} *`
}

function fits(expected: string, word = ""): boolean {
  return expected === "*" ? /^\w[\w:.-]*$/.test(word) : expected === word
}
