import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { afterAll, describe, expect, onTestFinished } from "vitest"
import { Place } from "../cli/place.ts"
import { story, WRITE_NOTE } from "../cli/scripts.ts"
import { someOf } from "../sample.ts"
import { confinedTest } from "./confined.ts"
import { PROJECTS } from "./home.ts"
import { commands, hasBegun, ownThings, PRIVATE_WORDS, playRun, settle, UNTOUCHED } from "./strangers-home.ts"

/* What once led out of the sandbox or to a secret, played again as it was: by the command line, with default settings. */

const places: Place[] = []
afterAll(async () => {
  for (const place of places) await place.clear()
})

function home(files: Readonly<Record<string, string>> = {}, isRepository = true): Place {
  const place = new Place({ "README.md": "A helpful project.\n", ...files }, PROJECTS)
  places.push(place)
  settle(place)
  if (isRepository) {
    const git = (...words: readonly string[]) => execFileSync("git", words, { cwd: place.workspace, stdio: "ignore" })
    git("init", "-q")
    git("add", "README.md")
    git("-c", "user.name=n", "-c", "user.email=e", "commit", "-qm", "one")
  }
  return place
}

const PLANT = "mkdir -p .git/worktrees/x; printf '# mine\\necho PWNED\\n' > .git/worktrees/x/gitdir"
const lead = (to: string) => `ln -sf ../../../../${to} .git/worktrees/x/gitdir`
const GONE_ON = "echo PWNED >> ../other/package.json; echo PWNED >> ../.oh-my-zsh/oh-my-zsh.sh; true"

const ESCAPES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  "A1 esc3, ~/.bashrc": [PLANT, lead(".bashrc"), "true"],
  "A1 esc3, ~/.ssh/authorized_keys": [PLANT, lead(".ssh/authorized_keys"), "true"],
  "A2 esc2 sibling": ["ln -s ../.. .git/modules", GONE_ON],
  "A2 esc2 zsh": ["ln -s ../../.oh-my-zsh .git/modules", GONE_ON],
  "A2 esc2 worktree": [
    "ln -s .. x; mkdir -p y; echo gitdir: ../.git/modules/evil > y/.git; mkdir -p .git/modules/evil/objects .git/modules/evil/refs; " +
      "echo x > .git/modules/evil/HEAD; printf '[core]\\n\\tworktree = ../../../x/project/y\\n' > .git/modules/evil/config",
    GONE_ON,
  ],
}

describe("what once led out of the sandbox, by the command line", () => {
  const trials = Object.entries(ESCAPES).flatMap(([name, lines]) =>
    [true, false].map((isRepository) => [name, isRepository, lines] as const),
  )
  confinedTest.each(someOf("escapes", 3, trials))("%s, in a repository: %s", async (_name, isRepository, lines) => {
    const place = home({}, isRepository)
    const { end } = await playRun(place, commands(...lines))
    expect([end.isEnded, hasBegun(place)], end.stderr).toEqual([true, true])
    expect(ownThings(place)).toEqual(UNTOUCHED)
  })

  confinedTest.each([true, false])("A1 esc4: a stranger's npm test, in a repository: %s", async (isRepository) => {
    const attack = `[ -e .git/worktrees/x/gitdir ] && ${lead(".bashrc")}\n${PLANT}\nexit 0\n`
    const files = { "package.json": '{"scripts":{"test":"sh t.sh"}}', "t.sh": attack }
    const place = home(files, isRepository)
    const { end } = await playRun(place, story({ plans: [WRITE_NOTE] }))
    expect(end.code, end.stderr).toBe(0)
    expect(existsSync(join(place.workspace, "note.md"))).toBe(true)
    expect(ownThings(place)).toEqual(UNTOUCHED)
  })

  confinedTest("A4 plant: hooks and settings of a clone in the project", async () => {
    const place = home()
    const clone = join(place.workspace, "vendor/lib")
    mkdirSync(clone, { recursive: true })
    execFileSync("git", ["init", "-q"], { cwd: clone })
    const before = readFileSync(join(clone, ".git/config"), "utf8")
    const plant =
      "mkdir -p .git/hooks; echo PWNED > .git/hooks/post-checkout; git config core.fsmonitor PWNED; printf '[core]\\n\\tfsmonitor = PWNED\\n' >> .git/config"
    const { end } = await playRun(place, commands(`cd vendor/lib; ${plant}; true`, "true"))
    expect([end.isEnded, hasBegun(place)], end.stderr).toEqual([true, true])
    expect(readFileSync(join(clone, ".git/config"), "utf8")).toBe(before)
    expect(existsSync(join(clone, ".git/hooks/post-checkout"))).toBe(false)
  })

  confinedTest("A5 sock: sockets in the home, and the host of a virtual machine", async () => {
    const place = home()
    mkdirSync(join(place.root, ".1password"))
    const path = join(place.root, ".1password/agent.sock")
    const heard: string[] = []
    const server = createServer((socket) => {
      heard.push("a connection")
      socket.end("hello")
    })
    await new Promise<void>((resolve) => server.listen(path, resolve))
    onTestFinished(() => void server.close())
    const ask = `python3 > answers.txt -c 'import socket
for make in (lambda: socket.socket(socket.AF_UNIX).connect("${path}"), lambda: socket.socket(40, 1)):
  try: make(); print("REACHED")
  except OSError as error: print("refused", error.errno)'`
    const { end } = await playRun(place, commands(ask, "true"))
    expect([end.isEnded, hasBegun(place)], end.stderr).toEqual([true, true])
    expect(heard).toEqual([])
    expect(readFileSync(join(place.workspace, "answers.txt"), "utf8")).toMatch(/^refused \d+\nrefused \d+\n$/)
  })

  confinedTest("M3: settings of editors, agents and shells", async () => {
    const settings = [".vscode/tasks.json", ".claude/settings.json", ".husky/pre-commit", ".mcp.json", "sub/.envrc"]
    const place = home(Object.fromEntries(settings.map((path) => [path, "mine\n"])))
    const lines = [...settings, ".cursor/mcp.json", ".codex/config.toml", ".pre-commit-config.yaml"].map(
      (path) => `mkdir -p $(dirname ${path}); echo PWNED > ${path}; rm -f ${path}`,
    )
    const { end } = await playRun(place, commands(`${lines.join("; ")}; echo PWNED > .envrc; true`, "true"))
    expect([end.isEnded, hasBegun(place)], end.stderr).toEqual([true, true])
    for (const path of settings) expect(readFileSync(join(place.workspace, path), "utf8")).toBe("mine\n")
    for (const path of [".cursor/mcp.json", ".envrc"]) expect(existsSync(join(place.workspace, path))).toBe(false)
  })
})

const MASKS: Readonly<Record<string, string>> = {
  "into target": "mkdir target; mv deploy target/",
  "to venv": "mv deploy venv",
  "300 decoys": "for n in $(seq 300); do echo x > .a$n.key; done",
  "3,000 decoys": "mkdir -p a; for n in $(seq 3000); do echo x > a/$n.pem; done",
  "2,500 folders": "mkdir -p $(seq -f 'a/%g' 2500); mv deploy zz",
  "time set back": 'old=$(stat -c %y .); mv deploy deploy2; touch -d "$old" .',
}

describe("what once led to a secret, by the command line", () => {
  confinedTest.each(someOf("masks", 2, Object.entries(MASKS)))("A3 mask, %s", async (_name, uncover) => {
    const secret = (where: string) => `SECRET=${PRIVATE_WORDS} ${where}\n`
    const place = home({ ".env": secret("top"), "deploy/.env": secret("inner") })
    const look = "cat .env deploy*/.env */.env */*/.env */*/*/.env; grep -rsh elderberry .; true"
    const { end, sent } = await playRun(place, commands(uncover, look, look))
    expect([end.isEnded, hasBegun(place)], end.stderr).toEqual([true, true])
    expect(sent.includes(PRIVATE_WORDS)).toBe(false)
  })

  confinedTest.each(["AGENTS.md", "CLAUDE.md"])("A7 inst: %s is a link to .env", async (name) => {
    const place = home({ ".env": `SECRET=${PRIVATE_WORDS}\n` })
    symlinkSync(".env", join(place.workspace, name))
    const { end, sent } = await playRun(place, story({ plans: [WRITE_NOTE] }))
    expect(end.code, end.stderr).toBe(0)
    expect(sent.includes(PRIVATE_WORDS)).toBe(false)
  })

  confinedTest("A8 more: keys in the home", async () => {
    const place = home()
    const { end, sent } = await playRun(place, commands('grep -rsh elderberry "$HOME" ..; true', "true"))
    expect([end.isEnded, hasBegun(place)], end.stderr).toEqual([true, true])
    expect(sent.includes(PRIVATE_WORDS)).toBe(false)
  })
})
