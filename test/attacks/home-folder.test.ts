import { existsSync } from "node:fs"
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { describe, expect, onTestFinished, vi } from "vitest"
import { findProgram } from "../../src/tools/programs/find-program.ts"
import { workspaceCache } from "../../src/tools/sandbox/home/own-caches.ts"
import { type Cell, confinedTest, openCell, ownSandbox, withoutNotes } from "./confined.ts"
import { PROJECTS } from "./home.ts"

const WORDS = "PRIVATE-WORDS"

/** Where people and programs keep what is nobody else's business. */
const PRIVATE = [
  ".ssh/id_ed25519",
  ".ssh/config",
  ".aws/credentials",
  ".azure/accessTokens.json",
  ".gnupg/private-keys-v1.d/key",
  ".kube/config",
  ".docker/config.json",
  ".netrc",
  ".pypirc",
  ".pgpass",
  ".my.cnf",
  ".vault-token",
  ".git-credentials",
  ".gitconfig",
  ".password-store/mail.gpg",
  ".terraform.d/credentials.tfrc.json",
  ".cargo/credentials.toml",
  ".gem/credentials",
  ".m2/settings.xml",
  ".m2/settings-security.xml",
  ".gradle/gradle.properties",
  ".gradle/init.d/login.gradle",
  ".composer/auth.json",
  ".config/composer/auth.json",
  ".nuget/NuGet/NuGet.Config",
  ".pub-cache/credentials.json",
  ".hex/hex.config",
  ".luarocks/upload_config.lua",
  ".bundle/config",
  ".config/pypoetry/auth.toml",
  ".local/share/uv/credentials/index.toml",
  ".config/gh/hosts.yml",
  ".config/glab-cli/config.yml",
  ".config/gcloud/credentials.db",
  ".config/doctl/config.yaml",
  ".config/rclone/rclone.conf",
  ".config/github-copilot/apps.json",
  ".config/op/config",
  ".config/sops/age/keys.txt",
  ".config/keelson/keys.json",
  ".local/share/keyrings/login.keyring",
  ".local/share/opencode/auth.json",
  ".local/state/keelson/runs.db",
  ".codex/auth.json",
  ".claude/.credentials.json",
  ".claude.json",
  ".gemini/oauth_creds.json",
  ".cache/huggingface/token",
  ".kaggle/kaggle.json",
  ".databrickscfg",
  ".fly/config.yml",
  ".electrum/wallets/default_wallet",
  ".thunderbird/profile/logins.json",
  ".mozilla/firefox/profile/cookies.sqlite",
  ".config/BraveSoftware/Brave-Browser/Default/Cookies",
  ".config/Code/User/globalStorage/state.vscdb",
  ".bash_history",
  ".psql_history",
  "Documents/taxes.pdf",
  "other/.env",
  "other/src/main.ts",
]

/** Tool chains as they lie in a home; each file has to be readable, and none writable. */
const OPEN = [
  ".nvm/versions/node/v22/bin/node",
  ".local/share/fnm/node-versions/v22/installation/bin/node",
  ".volta/bin/node",
  ".asdf/shims/node",
  ".local/share/mise/installs/node/22/bin/node",
  ".bun/bin/bun",
  ".deno/bin/deno",
  ".local/share/pnpm/pnpm",
  ".pyenv/versions/3.12/bin/python",
  ".local/share/uv/tools/ruff/bin/ruff",
  ".local/lib/python3.12/site-packages/a.py",
  "miniconda3/bin/conda",
  ".rustup/toolchains/stable/bin/rustc",
  ".cargo/bin/cargo",
  ".cargo/registry/cache/index/a.crate",
  "go/bin/gopls",
  "go/pkg/mod/example.com/a/a.go",
  ".sdkman/candidates/java/current/bin/java",
  ".m2/repository/a/a.jar",
  ".gradle/wrapper/dists/gradle-8-bin/hash/gradle-8/bin/gradle",
  ".rbenv/shims/ruby",
  ".gem/ruby/3.3.0/gems/a/a.rb",
  ".composer/vendor/bin/phpunit",
  ".npm/_cacache/index-v5/a",
  ".cache/ms-playwright/chromium/chrome",
  ".cache/pip/wheels/a.whl",
  ".local/bin/tool",
  "bin/tool",
]

describe("the home folder", () => {
  confinedTest("nothing of what people keep there can be read, and tool chains can", async () => {
    await using cell = await cellWithHome({ ...filled(PRIVATE, WORDS), ...filled(OPEN, "open") })
    const { output: leaked } = await cell.run(`grep -rls ${WORDS} "$HOME" ${cell.home}; true`)
    expect(leaked).toBe("")
    expect(await allOf(cell, PRIVATE, "cat")).toEqual([])
    expect(await allOf(cell, OPEN, "cat")).toEqual(OPEN)
    expect(await allOf(cell, OPEN, "echo attack | tee -a")).toEqual([])
  })

  confinedTest("can be written, and nothing of that is there afterwards or outside", async () => {
    await using cell = await cellWithHome({ ".bashrc": "mine\n" })
    const plant = "mkdir -p ~/.config/x ~/.ssh && echo attack > ~/.bashrc && echo attack > ~/.ssh/authorized_keys"
    expect(await cell.run(`${plant} && cat ~/.bashrc`)).toMatchObject({ exitCode: 0, output: "attack" })
    expect(await readFile(join(cell.home, ".bashrc"), "utf8")).toBe("mine\n")
    expect(existsSync(join(cell.home, ".ssh"))).toBe(false)
    expect((await cell.run("ls -A ~ | grep -v -e cache -e workspace; true")).output).toBe("")
  })

  confinedTest("a program of the search path has what it needs, and only that", async () => {
    await using cell = await cellWithHome({
      "apps/maker-1.2/bin/maker": '#!/bin/sh\ncat "$(dirname "$(readlink -f "$0")")/../lib/words"\n',
      "apps/maker-1.2/lib/words": "from the library\n",
      "apps/other/key": WORDS,
      "tools/alone": "#!/bin/sh\necho alone\n",
      "src/bin/script": "#!/bin/sh\necho script\n",
      "src/project/notes": WORDS,
      ".local/bin/": "",
      ".local/share/private/key": WORDS,
    })
    await symlink("maker-1.2", join(cell.home, "apps/current"))
    await symlink("../../apps/current/bin/maker", join(cell.home, ".local/bin/linked"))
    await symlink("../../tools/alone", join(cell.home, ".local/bin/alone"))
    for (const name of ["apps/maker-1.2/bin/maker", "tools/alone", "src/bin/script"])
      await chmod(join(cell.home, name), 0o755)
    const folders = ["apps/current/bin", ".local/bin", "src/bin"].map((name) => join(cell.home, name))
    vi.stubEnv("PATH", `${folders.join(":")}:${process.env.PATH}`)
    expect(await cell.run("maker && linked && alone && script")).toMatchObject({
      exitCode: 0,
      output: "from the library\nfrom the library\nalone\nscript",
    })
    expect((await cell.run(`grep -rs ${WORDS} ~; true`)).output).toBe("")
  })

  confinedTest("Gradle can lock what it reads, and change nothing of it", async () => {
    const dist = ".gradle/wrapper/dists/gradle-8-bin/hash"
    await using cell = await cellWithHome({
      [`${dist}/gradle-8/bin/gradle`]: "kept",
      [`${dist}/gradle-8-bin.zip.lck`]: "",
      [`${dist}/gradle-8-bin.zip.ok`]: "",
      ".gradle/caches/modules-2/a.jar": "kept",
      ".gradle/gradle.properties": WORDS,
    })
    const lock = `cd ~ && echo locked > ${dist}/gradle-8-bin.zip.lck && ls ${dist}/gradle-8-bin.zip.ok`
    const read = `cat ${dist}/gradle-8/bin/gradle "$GRADLE_RO_DEP_CACHE/modules-2/a.jar" && mkdir .gradle/caches`
    expect(await cell.run(`${lock} && ${read}`)).toMatchObject({
      exitCode: 0,
      output: `${dist}/gradle-8-bin.zip.ok\nkeptkept`,
    })
    const attack = `echo attack | tee ~/${dist}/gradle-8/bin/gradle "$GRADLE_RO_DEP_CACHE/modules-2/a.jar"`
    expect((await cell.run(attack)).exitCode).not.toBe(0)
    expect(await readFile(join(cell.home, dist, "gradle-8-bin.zip.lck"), "utf8")).toBe("")
  })

  confinedTest("settings of package managers come without what is secret in them", async () => {
    await using cell = await cellWithHome({
      ".npmrc": `registry=https://npm.example/\n//npm.example/:_authToken=${WORDS}\n//npm.example/:_password=${WORDS}\n`,
      ".config/pip/pip.conf": `[global]\nindex-url = https://user:${WORDS}@pypi.example/simple\n`,
      ".cargo/config.toml": `[registries.own]\nindex = "https://crates.example"\ntoken = "${WORDS}"\n`,
    })
    const { output } = await cell.run("cat ~/.npmrc ~/.config/pip/pip.conf ~/.cargo/config.toml")
    expect(output).not.toContain(WORDS)
    for (const kept of ["registry=https://npm.example/", "https://pypi.example/simple", "https://crates.example"])
      expect(output).toContain(kept)
  })

  confinedTest("of the repository around a workspace the packages can be read, and not the keys", async () => {
    await using cell = await cellWithHome({
      "work/repo/.git/HEAD": "ref: refs/heads/main\n",
      "work/repo/.git/objects/": "",
      "work/repo/.git/refs/": "",
      "work/repo/tsconfig.json": "shared",
      "work/repo/.env": WORDS,
      "work/repo/packages/api/a.ts": "",
      "work/private.txt": WORDS,
    })
    const repo = join(cell.home, "work/repo")
    const inside = { writable: [join(repo, "packages/api")] }
    await using other = await openCell(await ownSandbox(), {}, PROJECTS)
    expect(other.workspace.root).not.toBe(repo)
    const { openWorkspace } = await import("../../src/tools/workspace/workspace.ts")
    const workspace = await openWorkspace(join(repo, "packages/api"))
    const run = (command: string) => cell.run(command, inside, { workspace })
    const { exitCode, output } = await run("cat ../../tsconfig.json")
    expect([exitCode, withoutNotes(output)]).toEqual([0, "shared"])
    expect((await run("cat ../../.env ../../../private.txt; echo attack >> ../../tsconfig.json")).output).not.toContain(
      WORDS,
    )
    expect(await readFile(join(repo, "tsconfig.json"), "utf8")).toBe("shared")
  })

  confinedTest(
    "as workspace it keeps its credentials covered, its tool chains as they are, and both in their places",
    async () => {
      const home = await madeHome({ ...filled(PRIVATE, WORDS), ...filled(OPEN, "open"), "notes.txt": "mine" })
      const { openWorkspace } = await import("../../src/tools/workspace/workspace.ts")
      await using cell = await openCell(await ownSandbox())
      const workspace = await openWorkspace(home)
      const run = (command: string) => cell.run(command, {}, { workspace })
      expect(await run("cat notes.txt && echo more > new.txt")).toMatchObject({ exitCode: 0, output: "mine" })
      const known = PRIVATE.filter((path) => !/^(\.gitconfig|Documents|other\/src)/.test(path))
      const found = (await run(`grep -rls ${WORDS} . | sort; true`)).output.split("\n").map((path) => path.slice(2))
      expect(found.filter((path) => known.includes(path))).toEqual([])
      await run("mv .config moved; mv .local moved2; mv .cargo moved3; mv other moved4; echo attack > .cargo/bin/cargo")
      expect(await readFile(join(home, ".cargo/bin/cargo"), "utf8")).toBe("open")
      const again = (await run(`grep -rls ${WORDS} .; true`)).output
      expect(again).not.toMatch(/gh|keyrings|credentials|\.env/)
    },
  )

  confinedTest.each(["/", "/usr", "/nonexistent", "relative"])(
    "set to %s hides nothing that programs need",
    async (home) => {
      await using cell = await openCell(await ownSandbox())
      vi.stubEnv("HOME", home)
      expect(await cell.run("ls /usr/bin/env && echo fine")).toMatchObject({
        exitCode: 0,
        output: "/usr/bin/env\nfine",
      })
    },
  )

  confinedTest(
    "M5: a workspace that had the network goes on with what it downloaded, and no other one has it",
    async () => {
      await using cell = await cellWithHome({ ".cargo/registry/cache/index/a.crate": "the user's" })
      const list = "cat ~/.cargo/registry/cache/*/*"
      expect((await cell.run(list)).output).toBe("the user's")
      const download = "mkdir -p ~/.cargo/registry/cache/index && echo own > ~/.cargo/registry/cache/index/b.crate"
      expect(await cell.run(download, { network: true })).toMatchObject({ exitCode: 0 })
      expect((await cell.run(list)).output).toBe("own")
      expect((await cell.run("cat ~/.cargo/registry/cache/*/*", {}, {})).output).toBe("own")
      expect(existsSync(join(cell.home, ".cargo/registry/cache/index/b.crate"))).toBe(false)
      await using other = await openCell(await ownSandbox(), {}, PROJECTS)
      expect((await other.run(list)).output).toBe("the user's")
      const builds = workspaceCache(cell.workspace.root)
      expect((await other.run(`ls "${builds}"`)).exitCode).not.toBe(0)
    },
  )
})

describe("paths of the user's", () => {
  const paths = { allow_read: [], deny_read: [], allow_write: [], deny_write: [] }

  confinedTest("open what is hidden, and what is denied stays so", async () => {
    await using cell = await cellWithHome({ "data/a.txt": "shown", "data/keys/b.txt": WORDS, "data/keys/c.txt": WORDS })
    const rules = { ...paths, allow_read: ["~/data", "~/data/keys/c.txt", "~/gone"], deny_read: ["~/data/keys"] }
    const { output } = await cell.run(
      "cat ~/data/a.txt; cat ~/data/keys/*; echo attack > ~/data/a.txt",
      {},
      { paths: rules },
    )
    expect(output).toContain("shown")
    expect(output).not.toContain(WORDS)
    expect(await readFile(join(cell.home, "data/a.txt"), "utf8")).toBe("shown")
  })

  confinedTest("open what is outside to writing, but for what is denied there", async () => {
    await using cell = await cellWithHome({ "out/kept/a.txt": "as it was" })
    const rules = { ...paths, allow_write: ["~/out"], deny_write: ["~/out/kept"] }
    const run = (command: string) => cell.run(command, {}, { paths: rules })
    expect(await run("echo made > ~/out/b.txt")).toMatchObject({ exitCode: 0 })
    for (const command of [
      "echo attack > ~/out/kept/a.txt",
      "rm -rf ~/out/kept",
      "mv ~/out/kept ~/out/x",
      "mv ~/out ~/x",
    ])
      expect({ command, code: (await run(command)).exitCode }).not.toEqual({ command, code: 0 })
    expect(await readFile(join(cell.home, "out/b.txt"), "utf8")).toBe("made\n")
    expect(await readFile(join(cell.home, "out/kept/a.txt"), "utf8")).toBe("as it was")
  })

  confinedTest("no program of ours is taken from what commands may write", async () => {
    await using cell = await cellWithHome({ "out/bin/planted-program": "#!/bin/sh\n" })
    await chmod(join(cell.home, "out/bin/planted-program"), 0o755)
    vi.stubEnv("PATH", `${join(cell.home, "out/bin")}:${process.env.PATH}`)
    expect(findProgram("planted-program")).toBe(join(cell.home, "out/bin/planted-program"))
    await cell.run("true", {}, { paths: { ...paths, allow_write: ["~/out"] } })
    expect(findProgram("planted-program")).toBeUndefined()
  })

  confinedTest("a link that a command makes does not lead them elsewhere", async () => {
    await using cell = await cellWithHome({ "out/inner/a.txt": "", ".ssh/id_rsa": WORDS, "notes.txt": WORDS })
    const rules = { ...paths, allow_write: ["~/out", "~/out/inner"], allow_read: [".env.test", "~/out/inner"] }
    const run = (command: string) => cell.run(command, {}, { paths: rules })
    await writeFile(cell.path(".env"), WORDS)
    await writeFile(cell.path(".env.test"), "for tests")
    expect((await run("cat .env.test")).output).toBe("for tests")
    await run("rm -rf ~/out/inner; ln -s ../.ssh ~/out/inner; rm .env.test; ln -s .env .env.test")
    expect(
      (await run("cat ~/out/inner/* ~/.ssh/* .env.test .env; echo attack > ~/out/inner/new")).output,
    ).not.toContain(WORDS)
    expect(existsSync(join(cell.home, ".ssh/new"))).toBe(false)
  })

  confinedTest("deny what is in the workspace, by whatever way", async () => {
    await using cell = await cellWithHome({})
    for (const name of ["a/secret/x.txt", "a/fixed/y.txt"]) {
      await mkdir(dirname(cell.path(name)), { recursive: true })
      await writeFile(cell.path(name), name.includes("secret") ? WORDS : "fixed")
    }
    const rules = { ...paths, deny_read: ["a/secret"], deny_write: ["a/fixed"] }
    const run = (command: string) => cell.run(command, {}, { paths: rules })
    await run("mv a b; mv a/secret c; echo attack > a/fixed/y.txt; rm -rf a/fixed")
    expect((await run(`grep -rs ${WORDS} .; true`)).output).toBe("")
    expect(await readFile(cell.path("a/fixed/y.txt"), "utf8")).toBe("fixed")
  })
})

type HomeCell = Cell & { readonly home: string }

/** A cell whose user has a home with these files; the workspace lies elsewhere. */
async function cellWithHome(files: Readonly<Record<string, string>>): Promise<HomeCell> {
  const home = await madeHome(files)
  return { ...(await openCell(await ownSandbox(), {}, PROJECTS)), home }
}

async function madeHome(files: Readonly<Record<string, string>>): Promise<string> {
  const home = await mkdtemp(join(PROJECTS, "home-"))
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await rm(home, { recursive: true, force: true })
  })
  for (const [name, text] of Object.entries(files)) {
    await mkdir(name.endsWith("/") ? join(home, name) : dirname(join(home, name)), { recursive: true })
    if (!name.endsWith("/")) await writeFile(join(home, name), text)
  }
  vi.stubEnv("HOME", home)
  return home
}

function filled(names: readonly string[], text: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, text]))
}

/** Those with which the command works. */
async function allOf(cell: HomeCell, paths: readonly string[], command: string): Promise<string[]> {
  const lines = paths.map((path) => `(${command} "${join(cell.home, path)}") > /dev/null 2>&1 && echo "${path}"`)
  return (await cell.run(`${lines.join("; ")}; true`)).output.split("\n").filter(Boolean)
}
