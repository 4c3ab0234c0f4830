import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { findSandbox } from "../../src/tools/sandbox/sandbox.ts"
import { pictureOf } from "../scenarios/undo-place.ts"

const search = await findSandbox()
const PLACES = "sandbox" in search ? ["yes", "no"] : ["no"]

/** Every process whose command line has this word in it. */
async function processesWith(word: string): Promise<string[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, "latin1").catch(() => "")))
  return lines.filter((line) => line.includes(word))
}

it.skipIf(process.platform !== "linux").each(PLACES)(
  "kill -9 during a base run leaves nothing behind; in the sandbox: %s",
  async (confined) => {
    const folder = await realpath(await mkdtemp("/var/tmp/keelson-kill-base-"))
    const [root, temporary] = [join(folder, "workspace"), join(folder, "temporary")]
    for (const one of [root, temporary]) await mkdir(one)
    await writeFile(join(root, "mine.txt"), "mine\n")
    // An argument that only this test's processes have.
    const mark = `86${process.pid}${confined === "yes" ? 1 : 0}`
    const child = spawn(
      process.execPath,
      [
        "--no-warnings",
        new URL("dying-base.ts", import.meta.url).pathname,
        root,
        join(folder, "shadows"),
        confined,
        mark,
      ],
      { env: { ...process.env, TMPDIR: temporary }, stdio: ["ignore", "pipe", "inherit"] },
    )
    let said = ""
    for await (const chunk of child.stdout) {
      said += chunk
      if (said.includes("on the base")) break
    }
    expect(said).toContain("on the base")
    expect((await readdir(temporary)).filter((name) => name.startsWith("keelson-base-"))).toHaveLength(1)
    child.kill("SIGKILL")
    await once(child, "exit")
    // What holds on to it ends by itself.
    const left = async () => [
      ...(await readdir(temporary)).filter((name) => name.startsWith("keelson-base-")),
      ...(await processesWith(mark)),
    ]
    while ((await left()).length > 0) await new Promise(setImmediate)
    expect(await pictureOf(root)).toEqual({ made: "644 x\n", "mine.txt": "644 mine\n" })
    await rm(folder, { recursive: true, force: true })
  },
  120_000,
)
