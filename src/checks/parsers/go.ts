import { blocksOf, type CheckFinding, flat, type Parser } from "./reading.ts"

const FAILED = /^ *--- FAIL: (\S+)/
const COMPILER = /^(?:vet: )?(?:\.\/)?(\S+\.go:\d+(?::\d+)?): (.+)$/

/** `go test`, `go vet` and the compiler behind them. */
export const go: Parser = (lines) => {
  const blocks = blocksOf(lines, FAILED, /^(FAIL|ok|PASS|panic:|=== |\?)(\s|$)|^ *--- (PASS|SKIP)/)
  const tests = withoutParents(blocks.map(testFinding))
  const panics = blocksOf(lines, /^panic: /, /^(FAIL|ok)\s/).map((block) =>
    panicFinding(block, testBefore(lines, block[0])),
  )
  const errors = lines.map((line) => COMPILER.exec(line)).filter((found) => found !== null)
  const compiler = errors.map(([, place, message = ""]) => ({ place, rule: message, message }))
  const ended = new Set(panics.map(({ name }) => name))
  const others = tests.filter(({ name, message }) => message !== "" || !ended.has(name))
  return { findings: [...compiler, ...panics, ...others], counts: countsIn(lines) }
}

/** A parent of subtests that says nothing of its own. */
function withoutParents(tests: readonly CheckFinding[]): CheckFinding[] {
  return tests.filter(({ name, message }) => message !== "" || !tests.some((test) => test.name?.startsWith(`${name}/`)))
}

function testFinding(block: readonly string[]): CheckFinding {
  const text = block.slice(1)
  const first = text.findIndex((line) => /^\s+\S+\.go:\d+:/.test(line))
  const [, place, message = ""] = /^\s+(\S+\.go:\d+): ?(.*)$/.exec(text[first] ?? "") ?? []
  const rest = text.slice(first + 1)
  return { place, name: FAILED.exec(block[0] ?? "")?.[1], message: flat([message, ...rest].join(" ")) }
}

/** The test that a panic ended: its line comes right before. */
function testBefore(lines: readonly string[], line = ""): string | undefined {
  const before = lines.slice(0, lines.indexOf(line))
  return before.map((text) => FAILED.exec(text)?.[1]).findLast((name) => name !== undefined)
}

function panicFinding(block: readonly string[], name: string | undefined): CheckFinding {
  const frame = block.find(
    (line) => /^\s+\S+\.go:\d+/.test(line) && !/\/(go|sdk)[\d.]*\/src\/|\/usr\/\S*go\/src\//.test(line),
  )
  const message = (block[0] ?? "").replace(/ \[recovered\].*$/, "")
  return { place: /(\S+\.go:\d+)/.exec(frame ?? "")?.[1], name, message }
}

/** Only with `-v` does go say which tests passed. */
function countsIn(lines: readonly string[]) {
  if (!lines.some((line) => line.startsWith("=== RUN"))) return null
  const amount = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length
  return { passed: amount(/^ *--- PASS: /), failed: amount(/^ *--- FAIL: /) }
}
