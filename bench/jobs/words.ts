import { diceFor } from "../../src/testing/simulated/dice.ts"

/** Lines as files of a small project have them, around the ones that matter: so many before and after. */
export function padded(lines: readonly string[], about: string, before: number, after: number): string {
  return [...filler(about, 0, before), ...lines, ...filler(about, before, after)].join("\n").concat("\n")
}

function filler(about: string, from: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `// ${about}: line ${from + index} adds up what the items cost.`)
}

/** One of a list, by chance that repeats. */
export function picked<T>(list: readonly T[], seed: string): T {
  return list[Math.floor(diceFor(seed)() * list.length)] as T
}

export function number(seed: string, most: number): number {
  return 1 + Math.floor(diceFor(seed)() * most)
}

export function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index + 1).padStart(2, "0"))
}

/** In the shell's own words: a process for each file would cost more than the run that it checks. */
const HAS = 'has() { while IFS= read -r line; do case "$line" in *"$2"*) return 0 ;; esac; done < "$1"; return 1; }'

/** A shell script that says what fails and fails with it. `has FILE TEXT` looks for a text in a file. */
export function script(...lines: readonly string[]): string {
  return ["status=0", 'fail() { echo "not ok - $1"; status=1; }', HAS, ...lines, "exit $status", ""].join("\n")
}
