import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { makeFixture } from "../../../test/support/tool-fixture.ts"
import { seatbelt } from "./seatbelt.ts"

/* What macOS would make of a profile can only be seen there; what stands in it can be seen everywhere. */

const platform = process.platform
beforeEach(() => void Object.defineProperty(process, "platform", { value: "darwin" }))
afterEach(() => void Object.defineProperty(process, "platform", { value: platform }))

it("makes a profile from what the command may touch", async () => {
  await using fixture = await makeFixture()
  const { root } = fixture.workspace
  const place = { cwd: root, writable: [root], network: false }
  const [shell, flag, text = ""] = await seatbelt([fixture.outside]).wrap(["echo", "it's"], place)
  expect([shell, flag]).toEqual(["/bin/bash", "-c"])
  expect(text).toContain("/usr/bin/sandbox-exec -p")
  expect(text).toMatch(new RegExp(`\\(deny file-read\\*\\n[^;]*\\(subpath "${fixture.outside}"\\)`))
  expect(text).toMatch(new RegExp(`\\(allow file-write\\*\\n[^;]*\\(subpath "${root}"\\)`))
  expect(text).toMatch(new RegExp(`\\(deny file-write\\*\\n[^;]*\\(subpath "${root}/.git/hooks"\\)`))
  expect(text).not.toContain("(allow network")
})

it("keeps what git takes orders from, in repositories further down too", async () => {
  await using fixture = await makeFixture({ "vendor/lib/.git/HEAD": "" })
  const { root } = fixture.workspace
  const [, , text = ""] = await seatbelt([]).wrap(["true"], { cwd: root, writable: [root], network: false })
  for (const name of [
    ".git/hooks",
    ".git/modules",
    "vendor/lib/.git/hooks",
    "vendor/lib/.git/config",
    "vendor/lib/.git/worktrees",
  ])
    expect(text).toMatch(new RegExp(`\\(deny file-write\\*\\n[^;]*\\(subpath "${root}/${name}"\\)`))
})

it("leaves the network on where the caller wants it", async () => {
  const [, , text] = await seatbelt([]).wrap(["true"], { cwd: "/", writable: [], network: true })
  expect(text).toContain("(allow network*)")
})

it("denies the home folder, and allows tool chains in it and what the user names", async () => {
  await using fixture = await makeFixture({
    "home/.cargo/bin/cargo": "",
    "home/.cargo/credentials.toml": "",
    "home/data/a.txt": "",
    "home/data/keys/b.txt": "",
  })
  const home = fixture.path("home")
  vi.stubEnv("HOME", home)
  const paths = { allow_read: ["~/data"], deny_read: ["~/data/keys"], allow_write: [], deny_write: [] }
  const place = { cwd: fixture.outside, writable: [fixture.outside], network: false, paths }
  const [, , text = ""] = await seatbelt([]).wrap(["true"], place)
  vi.unstubAllEnvs()
  const rule = (kind: string, path: string) => new RegExp(`\\(${kind} file-read\\*\\n[^;]*\\(subpath "${path}"\\)`)
  for (const path of [home, `${home}/data/keys`]) expect(text).toMatch(rule("deny", path))
  for (const path of [`${home}/.cargo/bin`, `${home}/data`]) expect(text).toMatch(rule("allow", path))
})
