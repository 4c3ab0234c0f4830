import type { LiveEvent } from "../../src/protocol/log/event.ts"
import type { ScriptCall } from "../../src/testing/script-line.ts"
import { ManualClock } from "../support/manual-clock.ts"
import { writing } from "./undo-place.ts"

/* A project of modules with a test each, and a suite that tells of them as pytest does. */

/** A module that says that it is broken fails its test; a test that is skipped is passed over. By the shell alone: it is run often. */
export function suite(folder: string): string {
  return [
    "failed=0; passed=0",
    "for test in tests/test_*.py; do",
    'first=; read -r first < "$test"',
    'case "$first" in def*) ;; *) continue ;; esac',
    `module="${folder}/\${test#tests/test_}"; state=missing`,
    'test -e "$module" && read -r state < "$module"',
    'case "$state" in works*) passed=$((passed + 1)) ;; *) failed=$((failed + 1)); echo "FAILED $test::test_it - it is $state" ;; esac',
    "done",
    'test $((failed + passed)) = 0 && echo "no tests ran in 0.1s" && exit 5',
    'echo "$failed failed, $passed passed in 0.1s"',
    "exit $((failed > 0))",
  ].join("\n")
}

export const SUITE = suite("src")

export const TEST = "def test_it():\n    assert works()\n"

export function moduleOf(name: string, content: string): Record<string, string> {
  return { [`src/${name}.py`]: content, [`tests/test_${name}.py`]: TEST }
}

/** Both are green. */
export const GREEN = { ...moduleOf("sum", "works\n"), ...moduleOf("old", "works\n") }
/** One was red before anything was done. */
export const RED = { ...GREEN, ...moduleOf("old", "broken\n") }

export const BREAK = writing("src/sum.py", "broken\n")
export const WORK = writing("src/more.py", "works\n")
export const MEND_OLD = writing("src/old.py", "works, at last\n")
export const MEND_SUM = writing("src/sum.py", "works again\n")

/** The test of a module, as it is given. */
export function testOf(name: string, content = TEST): ScriptCall {
  return writing(`tests/test_${name}.py`, content)
}

export const SKIPPED = `@pytest.mark.skip\n${TEST}`

const CHECK_TIME = 5000

/** The suite, which does not come to its end where this module hangs; time passes as soon as it says so. */
export function hanging(module: string) {
  const clock = new ManualClock()
  const hangs = `read -r state < src/${module}.py; case "$state" in hangs*) echo hangs; sleep 600 ;; esac`
  return {
    onLive: (event: LiveEvent) => {
      if (event.type === "tool.progress" && event.text === "hangs\n") clock.advance(CHECK_TIME)
    },
    options: { checks: { test: `${hangs}\n${SUITE}` }, limits: { check_timeout_ms: CHECK_TIME }, clock },
  }
}
