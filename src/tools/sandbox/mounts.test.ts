import { symlink } from "node:fs/promises"
import { join } from "node:path"
import { expect, it, vi } from "vitest"
import { makeFixture } from "../../../test/support/tool-fixture.ts"
import { mountArguments, mountsFor } from "./mounts.ts"

/** What happens to a path, as positions in the argument list. */
function positions(args: readonly string[], ...path: readonly string[]): number[] {
  return path.map((one) => args.lastIndexOf(one))
}

it("lets the innermost rule win, whichever way folders are nested", async () => {
  await using fixture = await makeFixture({ "keys/": "" })
  const { root } = fixture.workspace
  const [outer, inner] = [join(root, ".."), join(root, "keys")]
  const args = mountArguments(await mountsFor({ cwd: root, writable: [root], network: false }, [outer, inner]))
  const hidden = args.indexOf(outer)
  expect(args.slice(hidden - 1, hidden + 1)).toEqual(["--tmpfs", outer])
  expect(args.indexOf(root)).toBeGreaterThan(hidden)
  expect(args.indexOf(inner)).toBeGreaterThan(args.indexOf(root))
  const sealed = positions(args, outer, inner).map((position) => args[position - 1])
  expect(sealed).toEqual(["--remount-ro", "--remount-ro"])
})

it("hides where a link leads to, and passes over what is not there", async () => {
  await using fixture = await makeFixture()
  const link = fixture.path("link")
  await symlink(fixture.outside, link)
  const place = { cwd: "/", writable: [], network: false }
  const args = mountArguments(await mountsFor(place, [link, "/nowhere/at/all", join(fixture.outside, "secret.txt")]))
  expect(args).toContain(fixture.outside)
  expect(args).not.toContain(link)
  expect(args).not.toContain("/nowhere/at/all")
  const file = args.indexOf(join(fixture.outside, "secret.txt"))
  expect(args.slice(file - 2, file)).toEqual(["--ro-bind", "/dev/null"])
})

it("keeps the programs that are found in temporary folders, with the packages behind them", async () => {
  await using fixture = await makeFixture({ "node_modules/.bin/": "", "bin/": "" })
  vi.stubEnv("PATH", `${fixture.path("node_modules/.bin")}:${fixture.path("bin")}:/usr/bin`)
  try {
    const args = mountArguments(await mountsFor({ cwd: "/", writable: [], network: false }, []))
    for (const folder of [fixture.path("node_modules"), fixture.path("bin")])
      expect(args[args.indexOf(folder) - 1]).toBe("--ro-bind")
  } finally {
    vi.unstubAllEnvs()
  }
})
