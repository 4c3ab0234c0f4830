import { blocksOf, type CheckFinding, countsOf, flat, type Parser } from "../reading/reading.ts"

const FAILED = /^ *--- FAIL: (\S+)/
const COMPILER = /^(?:vet: )?(?:\.\/)?(\S+\.go:\d+(?::\d+)?): (.+)$/

/** `go test`, `go vet` and the compiler behind them. */
export const go: Parser = (lines) => {
  const blocks = blocksOf(lines, FAILED, /^(FAIL|ok|PASS|panic:|===|\?)(\s|$)|^ *--- (PASS|SKIP)/)
  const said = saidBy(lines)
  const tests = withoutParents(blocks.map((block) => testFinding(block, said)))
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

/** Without `-v` what a test said stands below its line, with `-v` above it. */
function testFinding(block: readonly string[], said: ReadonlyMap<string, readonly string[]>): CheckFinding {
  const name = FAILED.exec(block[0] ?? "")?.[1]
  const below = block.slice(1)
  const text = below.some((line) => line.trim() !== "") ? below : (said.get(name ?? "") ?? [])
  const first = text.findIndex((line) => /^\s+\S+\.go:\d+:/.test(line))
  const [, place, message = ""] = /^\s+(\S+\.go:\d+): ?(.*)$/.exec(text[first] ?? "") ?? []
  const rest = text.slice(first + 1)
  return { place, name, message: flat([message, ...rest].join(" ")) }
}

const STARTED = /^=== (?:RUN|CONT|NAME) +(\S+)$/

/** With `-v`: the lines of each test, which may take turns. */
function saidBy(lines: readonly string[]): Map<string, string[]> {
  const said = new Map<string, string[]>()
  let current: string[] | undefined
  for (const line of lines) {
    const name = STARTED.exec(line)?.[1]
    if (name !== undefined) {
      current = said.get(name) ?? []
      said.set(name, current)
    } else if (/^(?:=== |FAIL|ok|PASS|panic:)|^ *--- /.test(line)) current = undefined
    else current?.push(line)
  }
  return said
}

/** The test that a panic ended: its line comes right before. */
function testBefore(lines: readonly string[], line = ""): string | undefined {
  const before = lines.slice(0, lines.indexOf(line))
  return before.map((text) => FAILED.exec(text)?.[1]).findLast((name) => name !== undefined)
}

function panicFinding(block: readonly string[], name: string | undefined): CheckFinding {
  const frame = block.find(
    (line) => /^\s+\S+\.go:\d+/.test(line) && !/\/(go|sdk)(?:-?[\d.]+)?\/src\/|\/usr\/\S*go\/src\//.test(line),
  )
  const message = (block[0] ?? "").replace(/ \[recovered\].*$/, "")
  return { place: /(\S+\.go:\d+)/.exec(frame ?? "")?.[1], name, message }
}

/** Only with `-v` does go say which tests passed. */
function countsIn(lines: readonly string[]) {
  if (!lines.some((line) => line.startsWith("=== RUN"))) return null
  const amount = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length
  return countsOf(amount(/^ *--- PASS: /), amount(/^ *--- FAIL: /), amount(/^ *--- SKIP: /))
}
