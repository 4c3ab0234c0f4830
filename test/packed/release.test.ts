import { execFileSync, spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { atFileEnd } from "../at-file-end.ts"

/* `npm run release` in a repository of its own, whose steps only say that they were taken; npm publishes nothing here. */

const CHANGELOG = `# Changelog

## [Unreleased]
### Added
- A thing.
- **Migrating.** Nothing to do.

## [0.1.0] - 2026-01-01
- The first.
`
const STEPS = ["check", "docs", "test:all", "packed"]

const places: string[] = []
atFileEnd(async () => {
  for (const place of places) rmSync(place, { recursive: true, force: true })
})

it("dates the changelog, takes every step, rehearses publishing, commits and tags", () => {
  const { release, git, text } = repository({ identity: "of a CI" })
  const { status, stdout, stderr } = release("minor")
  expect({ status, stderr }).toMatchObject({ status: 0 })
  expect(text("taken").trim().split("\n")).toEqual(STEPS)
  expect(text("CHANGELOG.md")).toMatch(/## \[Unreleased\]\n\n## \[0\.2\.0\] - \d{4}-\d\d-\d\d\n### Added\n- A thing\./)
  expect(JSON.parse(text("package.json"))).toMatchObject({ version: "0.2.0" })
  expect(git("log", "-1", "--format=%s")).toBe("release: 0.2.0")
  expect(git("tag", "--points-at", "HEAD")).toBe("v0.2.0")
  expect(git("status", "--porcelain")).toBe("")
  expect(stdout).toContain("npm publish ./keelson-0.2.0.tgz --access public --provenance\n")
  expect(stderr).toContain("(dry-run)")
})

it("leaves everything as it was where a step fails", () => {
  const { release, git, text } = repository({ scripts: { "test:all": "node -e process.exit(1)" } })
  const { status, stderr } = release("minor")
  expect({ status, stderr }).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("keelson: npm run test:all failed; everything is as it was before."),
  })
  expect(text("taken").trim().split("\n")).toEqual(["check", "docs"])
  expect([git("status", "--porcelain"), git("tag"), git("rev-list", "--count", "HEAD")]).toEqual(["", "", "1"])
})

it.each([
  [
    "minor",
    CHANGELOG.replace("**Migrating.**", ""),
    "0.2.0 may break what people have; the changelog's unreleased entries need",
  ],
  ["patch", CHANGELOG.replace(/### Added[^#]*/, ""), "the changelog has no unreleased entries"],
  ["0.1.0", CHANGELOG, "0.1.0 does not come after 0.1.0."],
  ["", CHANGELOG, "say which version: major, minor, patch, or one such as 0.2.0."],
])("refuses %j where the changelog or the version does not allow it", (asked, changelog, words) => {
  const { release, git } = repository({ changelog })
  expect(release(asked)).toMatchObject({ status: 1, stderr: expect.stringContaining(`keelson: ${words}`) })
  expect(git("status", "--porcelain")).toBe("")
})

it("refuses what is not committed, and a tag that is there", () => {
  const { release, git, root } = repository({})
  git("tag", "v0.1.1")
  expect(release("patch").stderr).toContain("keelson: there is a tag v0.1.1 already.")
  writeFileSync(join(root, "CHANGELOG.md"), "other")
  expect(release("minor").stderr).toContain("keelson: there are changes that are not committed.")
})

type Given = {
  readonly scripts?: Readonly<Record<string, string>>
  readonly changelog?: string
  readonly identity?: string
}

function repository({ scripts = {}, changelog = CHANGELOG, identity = "" }: Given) {
  const root = mkdtempSync(join(tmpdir(), "keelson-release-"))
  places.push(root)
  mkdirSync(join(root, "scripts"))
  for (const name of ["release.js", "version.js", "bootstrap.js"])
    cpSync(join("scripts", name), join(root, "scripts", name))
  const takes = STEPS.map((name) => [name, `node -e "fs.appendFileSync('taken', '${name}\\n')" --`])
  const steps = { ...Object.fromEntries(takes), pack: "npm pack --silent", ...scripts }
  const manifest = { name: "keelson", version: "0.1.0", type: "module", files: ["scripts"], scripts: steps }
  const lock = { name: "keelson", version: "0.1.0", lockfileVersion: 3, packages: { "": { version: "0.1.0" } } }
  const write = (name: string, content: string) => writeFileSync(join(root, name), content)
  write("package.json", JSON.stringify(manifest))
  write("package-lock.json", JSON.stringify(lock))
  write("CHANGELOG.md", changelog)
  write(".gitignore", "node_modules/\ntaken\nkeelson-*.tgz\n")
  mkdirSync(join(root, "docs"))
  write("docs/page.md", "words\n")
  mkdirSync(join(root, "node_modules", ".bin"), { recursive: true })
  symlinkSync(process.execPath, join(root, "node_modules", ".bin", "node"))
  write("node_modules/.installed", JSON.stringify(lock))
  const author = {
    GIT_AUTHOR_NAME: "A",
    GIT_AUTHOR_EMAIL: "a@b.c",
    GIT_COMMITTER_NAME: "A",
    GIT_COMMITTER_EMAIL: "a@b.c",
  }
  const vouching = { SIGSTORE_ID_TOKEN: identity, ACTIONS_ID_TOKEN_REQUEST_URL: "" }
  const env = {
    ...process.env,
    ...author,
    ...vouching,
    npm_config_registry: "http://127.0.0.1:9/",
    npm_config_fetch_retries: "0",
  }
  const options = { cwd: root, env, encoding: "utf8" as const }
  const git = (...words: string[]) => execFileSync("git", words, options).trim()
  git("init", "--quiet", "--template=")
  git("add", ".")
  git("commit", "--quiet", "-m", "first")
  const release = (...words: string[]) => spawnSync(process.execPath, ["scripts/release.js", ...words], options)
  return { root, git, release, text: (name: string) => readFileSync(join(root, name), "utf8") }
}
