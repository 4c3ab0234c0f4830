import { spawnSync } from "node:child_process"
import { readdir, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { describe, expect, it, vi } from "vitest"
import { type Fixture, makeFixture } from "../../../test/support/tool-fixture.ts"
import { findSandbox } from "../sandbox/sandbox.ts"
import type { ToolContext, ToolOutput } from "../tool.ts"
import { openWorkspace } from "../workspace/workspace.ts"
import { runCode } from "./run-code.ts"

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
const SAVE_PIXEL = `const { writeFileSync } = require("node:fs"); const save = (name, bytes) => writeFileSync(process.env.KEELSON_FIGURES + "/" + name, bytes); const pixel = Buffer.from("${PIXEL}", "base64");`

async function output(fixture: Fixture, input: object, change: Partial<ToolContext> = {}): Promise<ToolOutput> {
  const workspace = await openWorkspace(fixture.workspace.root)
  const context = { workspace, signal: new AbortController().signal, report: () => {}, ...change }
  if (runCode.repeat === "check") throw new Error("run_code has effects of its own")
  return (await runCode.execute(runCode.input.parse(input), context)) as ToolOutput
}

describe("JavaScript", () => {
  it.each([
    ["with require", 'console.log(require("node:fs").readFileSync("数.txt", "utf8"))'],
    ["with import", 'import { readFileSync } from "node:fs"\nconsole.log(readFileSync("数.txt", "utf8"))'],
    ["of the workspace's own", 'const { text } = await import("./own.mjs")\nconsole.log(text)'],
  ])("runs in the workspace, %s", async (_, code) => {
    await using fixture = await makeFixture({ "数.txt": "四十二", "own.mjs": 'export const text = "四十二"' })
    expect(await fixture.run(runCode, { language: "javascript", code })).toBe("四十二")
  })

  it("that fails shows what it said", async () => {
    await using fixture = await makeFixture()
    const message = await fixture.fail(runCode, {
      language: "javascript",
      code: 'console.log("so far"); throw new Error("bad")',
    })
    expect(message).toMatch(/^Exit code 1\.\nso far\n[\s\S]*Error: bad/)
  })

  it("that never ends is stopped by the signal", async () => {
    await using fixture = await makeFixture()
    const stop = new AbortController()
    const report = () => stop.abort(new Error("enough"))
    const code = 'console.log("on"); setInterval(() => {}, 1000)'
    await expect(
      fixture.run(runCode, { language: "javascript", code }, { signal: stop.signal, report }),
    ).rejects.toThrow("enough")
  })
})

describe("without Python", () => {
  it("says so", async () => {
    await using fixture = await makeFixture({ "bin/": "" })
    await symlink("/bin/sh", fixture.path("bin/sh"))
    vi.stubEnv("PATH", fixture.path("bin"))
    const message = await fixture.fail(runCode, { language: "python", code: "1" }).finally(() => vi.unstubAllEnvs())
    expect(message).toBe('Python is not installed here (no python3 on the PATH). Use language: "javascript".')
  })
})

describe.skipIf(spawnSync("python3", ["--version"]).status !== 0)("Python", () => {
  it("runs in the workspace with modules of its own, and leaves no cache behind", async () => {
    await using fixture = await makeFixture({ "own.py": 'text = "四十二"' })
    const code = 'import own\nif __name__ == "__main__":\n    print(own.text)'
    expect(await fixture.run(runCode, { language: "python", code })).toBe("四十二")
    expect(await readdir(fixture.workspace.root)).toEqual(["own.py"])
  })

  it("that fails shows the line that failed, and nothing of ours", async () => {
    await using fixture = await makeFixture()
    const message = await fixture.fail(runCode, { language: "python", code: "x = 1\n\nprint(x / 0)\n" })
    const start =
      'Exit code 1.\nTraceback (most recent call last):\n  File "<code>", line 3, in <module>\n    print(x / 0)\n'
    expect(message.slice(0, start.length)).toBe(start)
    expect(message).toMatch(/ZeroDivisionError: division by zero$/)
    expect(await fixture.fail(runCode, { language: "python", code: "raise SystemExit(3)" })).toBe("Exit code 3.")
  })

  it("has its open figures saved at the end, by whatever plays matplotlib", async () => {
    const pyplot = `
import base64
def get_fignums(): return [1, 2]
class Figure:
    def savefig(self, path, **options): open(path, "wb").write(base64.b64decode("${PIXEL}"))
def figure(number): return Figure()
`
    await using fixture = await makeFixture({ "matplotlib/__init__.py": "", "matplotlib/pyplot.py": pyplot })
    const { artifacts } = await output(fixture, { language: "python", code: "import matplotlib.pyplot as plt" })
    expect(artifacts?.map(({ name }) => name)).toEqual(["figure-1.png", "figure-2.png"])
  })
})

const found = await findSandbox()

describe.skipIf("missing" in found)("in the sandbox", () => {
  it.each(["python", "javascript"])("%s draws its figures and reaches nothing outside", async (language) => {
    await using fixture = await makeFixture()
    const outside = JSON.stringify(`${fixture.outside}/new.txt`)
    const code = {
      javascript: `${SAVE_PIXEL} save("a.png", pixel); try { require("node:fs").writeFileSync(${outside}, "x") } catch (error) { console.log(error.code) }`,
      python: `import base64, os
open(os.environ["KEELSON_FIGURES"] + "/a.png", "wb").write(base64.b64decode("${PIXEL}"))
try: open(${outside}, "w")
except OSError as error: print(error.strerror)`,
    }[language]
    const sandbox = "sandbox" in found ? found.sandbox : null
    const { text, artifacts } = await output(fixture, { language, code }, { sandbox })
    expect(text).not.toBe("Done, without output.")
    expect(artifacts?.map(({ name, mime }) => [name, mime])).toEqual([["a.png", "image/png"]])
    expect(await readdir(fixture.outside)).toEqual(["secret.txt"])
  })
})

describe("figures", () => {
  it("are images of these kinds, in the order of their names", async () => {
    await using fixture = await makeFixture()
    const code = `${SAVE_PIXEL} save("b10.png", pixel); save("b2.svg", "<svg/>"); save("a.jpg", Buffer.from("ffd8ffe0", "hex")); save("notes.txt", "x")`
    const { text, artifacts } = await output(fixture, { language: "javascript", code })
    expect(text).toBe("Done, without output.")
    expect(artifacts?.map(({ name, mime }) => [name, mime])).toEqual([
      ["a.jpg", "image/jpeg"],
      ["b2.svg", "image/svg+xml"],
      ["b10.png", "image/png"],
    ])
    expect(Buffer.from(artifacts?.[2]?.data ?? []).toString("base64")).toBe(PIXEL)
  })

  it("that are none, too large, too many or links to elsewhere are not kept", async () => {
    await using fixture = await makeFixture()
    const code = `${SAVE_PIXEL}
      require("node:fs").symlinkSync(${JSON.stringify(`${fixture.outside}/secret.txt`)}, process.env.KEELSON_FIGURES + "/link.png")
      save("a-fake.png", "no image"); save("a-large.png", Buffer.concat([pixel, Buffer.alloc(5_000_000)]))
      for (let n = 1; n <= 8; n++) save("p" + n + ".png", pixel)`
    const { text, artifacts } = await output(fixture, { language: "javascript", code })
    expect(artifacts?.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `p${n}.png`))
    expect(text).toBe(
      [
        "Done, without output.",
        "a-large.png was not kept: 5.0 MB, at most 5.0 MB are. Make it smaller.",
        "Not kept: p8.png. At most 8 files of one call are.",
        "a-fake.png was not kept: it is no image.",
      ].join("\n"),
    )
  })

  it("leave no folder behind", async () => {
    await using fixture = await makeFixture()
    const code = "console.log(process.env.KEELSON_FIGURES)"
    const folder = await fixture.run(runCode, { language: "javascript", code })
    expect(folder.startsWith(tmpdir())).toBe(true)
    await expect(readdir(folder)).rejects.toThrow("ENOENT")
  })
})
