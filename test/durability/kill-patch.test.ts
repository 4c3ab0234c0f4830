import { spawn } from "node:child_process"
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { eventsOf } from "../guards/front-door.ts"
import { someOf } from "../sample.ts"
import { makeFixture } from "../support/tool-fixture.ts"
import { patchingAgent } from "./patching-agent.ts"

const BEFORE = { "a.txt": "a\n", "b.txt": "b\n", "from.txt": "kept\n", "gone.txt": "gone\n" }
const AFTER = { "a.txt": "A\n", "b.txt": "B\n", "to.txt": "kept\n" }
const PATCH = [
  "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+A",
  "--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-b\n+B",
  "diff --git a/from.txt b/to.txt\nrename from from.txt\nrename to to.txt",
  "--- a/gone.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone",
].join("\n")

/** Two contents, one new name, two names that go. */
const NAMES_CHANGED = 5

const MOMENTS = Array.from({ length: NAMES_CHANGED }, (_, index) => index + 1)

it.each(someOf("patches killed", 2, MOMENTS))(
  "a run killed before name %i of its patch changes completes the patch when it goes on",
  async (dieAt) => {
    await using fixture = await makeFixture(BEFORE)
    const state = await mkdtemp(join(tmpdir(), "keelson-state-"))
    const workspace = fixture.workspace.root
    const order = JSON.stringify({ workspace, state, patch: PATCH, dieAt })
    const child = spawn(process.execPath, [join(import.meta.dirname, "dying-run.ts"), order], { stdio: "inherit" })
    expect(await new Promise((resolve) => child.once("exit", (code, signal) => resolve(signal ?? code)))).toBe(
      "SIGKILL",
    )

    const { agent, store } = await patchingAgent(workspace, state, PATCH)
    const [header] = await store.listRuns()
    const result = await (await agent.resume(header?.id ?? "")).result
    expect(result.outcome).toBe("done")
    expect((await eventsOf(store, "task.ended")).map(({ status }) => status)).toEqual(["done"])
    expect(result.files.map(({ path }) => path).sort()).toEqual(["a.txt", "b.txt", "from.txt", "gone.txt", "to.txt"])
    const names = (await readdir(workspace)).sort()
    const contents = await Promise.all(names.map((name) => readFile(join(workspace, name), "utf8")))
    expect(Object.fromEntries(names.map((name, index) => [name, contents[index]]))).toEqual(AFTER)
    await store.close()
    await rm(state, { recursive: true, force: true })
  },
)
