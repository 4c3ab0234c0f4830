import { describe, expect, it } from "vitest"
import { callFilter } from "../../src/tools/sandbox/call-filter.ts"
import { REFUSED_CALLS } from "../../src/tools/sandbox/refused-calls.ts"
import { someOf } from "../sample.ts"
import { confinedTest, openCell, ownSandbox } from "./confined.ts"
import { PROJECTS } from "./home.ts"

const EPERM = 1
const ENOSYS = 38
const NEW_USER = 0x10000000
const processor = process.arch === "arm64" ? "arm64" : "x64"

/** Makes one system call and prints its error number; 0 if it worked. */
function calling(number: number, first = 0): string {
  return `python3 -c 'import ctypes; l = ctypes.CDLL(None, use_errno=True); r = l.syscall(${number}, ${first}, 0, 0, 0, 0); print(ctypes.get_errno() if r < 0 else 0)'`
}

async function errorOf(number: number, first?: number): Promise<number> {
  await using cell = await openCell(await ownSandbox(), {}, PROJECTS)
  return Number((await cell.run(calling(number, first))).output)
}

const CALLS = Object.entries(REFUSED_CALLS).flatMap(([name, numbers]) =>
  numbers[processor] === 0 ? [] : [{ name, number: numbers[processor] }],
)

describe("system calls that no build needs", () => {
  confinedTest.each(someOf("system calls", 6, CALLS))("$name", async ({ number }) => {
    expect(await errorOf(number)).toBe(EPERM)
  })

  confinedTest("namespaces by unshare, clone and clone3", async () => {
    const [unshare, clone] = processor === "x64" ? [272, 56] : [97, 220]
    expect(await errorOf(unshare, NEW_USER)).toBe(EPERM)
    expect(await errorOf(clone, NEW_USER)).toBe(EPERM)
    // Told that there is none, C libraries fall back to clone, whose flags can be seen.
    expect(await errorOf(435)).toBe(ENOSYS)
  })

  const x64Test = processor === "x64" ? confinedTest : confinedTest.skip

  x64Test("the same calls in another dress", async () => {
    for (const number of [250, 321, 165]) expect(await errorOf(0x40000000 + number)).toBe(EPERM)
  })

  confinedTest("the filter holds for every process of the sandbox, its first one included", async () => {
    await using cell = await openCell(await ownSandbox(), {}, PROJECTS)
    const { output } = await cell.run("cat /proc/[0-9]*/status | grep ^Seccomp: | sort -u")
    expect(output).toBe("Seccomp:\t2")
  })

  it("there is a filter for each processor that we have the numbers of", () => {
    for (const known of ["x64", "arm64"]) expect((callFilter(known)?.length ?? 0) % 8).toBe(0)
    expect(callFilter("mips")).toBeUndefined()
  })
})

const WORK: readonly [name: string, command: string][] = [
  ["node with threads", `node -e 'new (require("worker_threads").Worker)("console.log(40 + 2)", { eval: true })'`],
  ["a process of node's", `node -e 'console.log(require("child_process").execSync("echo 42").toString().trim())'`],
  [
    "python with threads and processes",
    "python3 -c 'import subprocess, threading; t = threading.Thread(target=print, args=(42,)); t.start(); t.join(); subprocess.run([\"true\"], check=True)'",
  ],
  ["npm", `npm --version > /dev/null && echo 42`],
  ["git", "git init -q r && cd r && git -c user.name=n -c user.email=e commit -q --allow-empty -m m && echo 42"],
  ["make", `printf 'all:\\n\\t@echo 42\\n' > Makefile && make`],
  [
    "a debugger's hold on its own process",
    "python3 -c 'import ctypes; l = ctypes.CDLL(None); print(42 if l.ptrace(0, 0, 0, 0) == 0 else 0)'",
  ],
]

describe("what builds need goes on", () => {
  confinedTest.each(WORK)("%s", async (_, command) => {
    await using cell = await openCell(await ownSandbox(), {}, PROJECTS)
    expect(await cell.run(command)).toMatchObject({ exitCode: 0, output: "42" })
  })

  confinedTest("a compiler", async () => {
    await using cell = await openCell(await ownSandbox(), { "a.c": "int main(void) { return 42; }\n" }, PROJECTS)
    const { exitCode } = await cell.run("command -v cc > /dev/null || exit 42; cc a.c -o a && ./a")
    expect(exitCode).toBe(42)
  })
})
