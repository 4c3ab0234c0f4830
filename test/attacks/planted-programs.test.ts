import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { mkdtemp, realpath, rm } from "node:fs/promises"
import { basename, dirname, join, relative } from "node:path"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { runCommand } from "../../src/tools/process/run-command.ts"
import { findProgram, trustedPath } from "../../src/tools/programs/find-program.ts"
import { distrust } from "../../src/tools/programs/untrusted-places.ts"
import { openWorkspace } from "../../src/tools/workspace/workspace.ts"
import { jsonLines, Place } from "../cli/keelson.ts"
import { story } from "../cli/scripts.ts"
import { someOf } from "../sample.ts"
import { confinedTest, ownSandbox, withoutNotes } from "./confined.ts"
import { PROJECTS } from "./home.ts"

const places: Place[] = []
afterAll(() => Promise.all(places.map((place) => place.clear())))

/** A project whose own folders for programs come first on the PATH, as npx and an activated environment leave it. */
function project(): { here: Place; marker: string; path: string } {
  const here = new Place({ "README.md": "A small project.\n" }, PROJECTS)
  places.push(here)
  const link = join(here.root, "tools")
  symlinkSync(join(here.workspace, "linked"), link)
  const own = [join(here.workspace, "node_modules/.bin"), join(here.workspace, ".venv/bin"), link, "relative"]
  return { here, marker: join(here.root, "ran-unconfined"), path: [...own, here.environment.PATH].join(":") }
}

const FOLDERS = ["node_modules/.bin", ".venv/bin", "linked", "relative"]
const PROGRAMS = ["git", "bwrap", "setpriv", "unshare", "prlimit", "rg", "sh", "bash", "chromium", "apt-get"]

/** Nothing in the sandbox can write the marker: where it is, the program ran outside. */
function program(marker: string): string {
  return `#!/bin/sh\necho "$0" >> '${marker}'\nexit 1\n`
}

function plant(file: string, marker: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, program(marker))
  chmodSync(file, 0o755)
}

function commands(...lines: readonly string[]) {
  return lines.map((command, index) => ({
    tasks: [{ id: index + 1, tool: "run_in_terminal", arguments: { command }, depends_on: [] }],
  }))
}

describe("planted programs", () => {
  confinedTest.each(someOf("git in folders", 2, FOLDERS))(
    "git in %s, planted by a command, is not what the next checkpoint runs",
    async (folder) => {
      const { here, marker, path } = project()
      const text = program(marker).replaceAll("'", `'\\''`)
      const planting = `mkdir -p ${folder} && printf %s '${text}' > ${folder}/git && chmod +x ${folder}/git && echo planted`
      const server = await here.serve(story({ plans: commands(planting, "echo more > more.txt") }))
      const words = ["run", "do it", "--approve", "full", "--strategy", "phased", ...here.modelAt(server)]
      const end = await here.start(words, { PATH: path }).end
      expect(existsSync(join(here.workspace, folder, "git")), end.stderr + end.stdout).toBe(true)
      expect(existsSync(join(here.workspace, "more.txt"))).toBe(true)
      expect(existsSync(marker)).toBe(false)
    },
  )

  it.each(someOf("everything in folders", 2, FOLDERS))(
    "everything in %s, there at the next start, is not what a run or doctor runs",
    async (folder) => {
      const { here, marker, path } = project()
      for (const name of PROGRAMS) plant(join(here.workspace, folder, name), marker)
      const doctor = await here.start(["doctor"], { PATH: path }).end
      expect(doctor.stdout).toMatch(/git/)
      const server = await here.serve(story({ plans: commands("true", "echo more > more.txt") }))
      await here.start(["run", "do it", "--approve", "full", ...here.modelAt(server)], { PATH: path }).end
      expect(existsSync(join(here.workspace, "more.txt"))).toBe(true)
      expect(existsSync(marker)).toBe(false)
    },
  )

  confinedTest(
    "a library that LD_LIBRARY_PATH finds in the workspace is not loaded into the sandbox's own programs",
    async () => {
      const { here, path } = project()
      const server = await here.serve(
        story({ plans: commands('echo "$LD_LIBRARY_PATH" > seen.txt; : > libselinux.so.1') }),
      )
      const words = ["run", "do it", "--approve", "full", "--json", ...here.modelAt(server)]
      here.write("libselinux.so.1", "no library")
      const end = await here.start(words, { PATH: path, LD_LIBRARY_PATH: here.workspace }).end
      expect(jsonLines(end.stdout)[0]).toMatchObject({ environment: { sandbox: "bubblewrap" } })
      expect(existsSync(join(here.workspace, "seen.txt"))).toBe(true)
    },
  )
})

describe("the engine's own files, installed in the workspace", () => {
  confinedTest("ripgrep can't be overwritten, nor moved away with its folders", async () => {
    const { rgPath } = await import("@vscode/ripgrep")
    const folder = await realpath(join(dirname(rgPath), "../../../.."))
    const workspace = await openWorkspace(folder)
    const context = { workspace, sandbox: await ownSandbox(), signal: new AbortController().signal, report: () => {} }
    // A mount point can't be moved. Nothing is really tried: where the attack succeeds, this very installation would be broken.
    const file = relative(folder, await realpath(rgPath))
    const { output } = await runCommand(context, {
      command: `[ -w ${file} ] && echo writable; grep -o " $PWD/node_modules\\(/@vscode\\)\\? " /proc/self/mountinfo | sort -u | wc -l`,
    })
    // Whose the repository is decides about what else is said.
    expect(withoutNotes(output)).toBe("2")
  })
})

describe("where programs are looked for", () => {
  const folders: string[] = []
  afterEach(async () => {
    vi.unstubAllEnvs()
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
  })

  async function layout() {
    const root = await mkdtemp(join(PROJECTS, "programs-"))
    folders.push(root)
    const [workspace, system] = [join(root, "workspace"), join(root, "system")]
    for (const folder of [workspace, system]) mkdirSync(folder)
    distrust(workspace)
    return { root, workspace, system }
  }

  const own = (file: string) => plant(file, "/dev/null")
  const withTool = (folder: string) => {
    own(join(folder, "tool"))
    return folder
  }

  it("a folder outside of the workspace is", async () => {
    const { system } = await layout()
    own(join(system, "tool"))
    vi.stubEnv("PATH", system)
    expect(findProgram("tool")).toBe(join(system, "tool"))
    expect(trustedPath()).toBe(system)
  })

  type Layout = Awaited<ReturnType<typeof layout>>
  const HIDDEN: readonly [string, (place: Layout) => string][] = [
    ["the workspace", ({ workspace }) => withTool(workspace)],
    ["a folder in it", ({ workspace }) => withTool(join(workspace, "a/b"))],
    ["a folder in it, spelled with dots", ({ workspace, system }) => `${system}/../${basename(withTool(workspace))}`],
    ["a relative folder", ({ workspace }) => relative(process.cwd(), withTool(workspace))],
    ["the current folder", () => ""],
    [
      "a link to a folder in it",
      ({ root, workspace }) => {
        own(join(workspace, "bin/tool"))
        symlinkSync(join(workspace, "bin"), join(root, "link"))
        return join(root, "link")
      },
    ],
    [
      "a folder that is reached over a link in it",
      ({ root, workspace }) => {
        own(join(root, "other/tool"))
        symlinkSync(join(root, "other"), join(workspace, "way"))
        symlinkSync(join(workspace, "way"), join(root, "link"))
        return join(root, "link")
      },
    ],
    [
      "a program that is a link into it",
      ({ workspace, system }) => {
        own(join(workspace, "real"))
        symlinkSync(join(workspace, "real"), join(system, "tool"))
        return system
      },
    ],
    [
      "a program that is reached over a link in it",
      ({ root, workspace, system }) => {
        own(join(root, "other/real"))
        symlinkSync(join(root, "other/real"), join(workspace, "way"))
        symlinkSync(join(workspace, "way"), join(system, "tool"))
        return system
      },
    ],
    [
      "a folder that anybody may write",
      ({ system }) => {
        own(join(system, "tool"))
        chmodSync(system, 0o777)
        return system
      },
    ],
    [
      "a program that anybody may write",
      ({ system }) => {
        own(join(system, "tool"))
        chmodSync(join(system, "tool"), 0o777)
        return system
      },
    ],
    ["another project's packages", ({ root }) => withTool(join(root, "p/node_modules/.bin"))],
    [
      "another project's packages, spelled with a slash",
      ({ root }) => `${withTool(join(root, "p/node_modules/.bin"))}/`,
    ],
    [
      "another project's virtual environment",
      ({ root }) => {
        own(join(root, "p/env/bin/tool"))
        writeFileSync(join(root, "p/env/pyvenv.cfg"), "")
        return join(root, "p/env/bin")
      },
    ],
    [
      "what is no program",
      ({ system }) => {
        writeFileSync(join(system, "tool"), "")
        return system
      },
    ],
    ["a folder by that name", ({ system }) => dirname(withTool(join(system, "tool")))],
    [
      "a link that leads to itself",
      ({ system }) => {
        symlinkSync(join(system, "tool"), join(system, "tool"))
        return system
      },
    ],
  ]

  it.each(HIDDEN)("%s is not", async (_, arrange) => {
    const place = await layout()
    vi.stubEnv("PATH", arrange(place))
    expect(findProgram("tool")).toBeUndefined()
  })

  it("temporary folders are not", async () => {
    const { root } = await layout()
    vi.stubEnv("TMPDIR", join(root, "system"))
    own(join(root, "system/tool"))
    vi.stubEnv("PATH", join(root, "system"))
    expect(findProgram("tool")).toBeUndefined()
  })

  it("a folder that became a workspace since it was found is not any more", async () => {
    const { system } = await layout()
    own(join(system, "tool"))
    vi.stubEnv("PATH", system)
    expect(findProgram("tool")).toBeDefined()
    distrust(system)
    expect(findProgram("tool")).toBeUndefined()
  })
})
