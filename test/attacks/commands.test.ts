import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, vi } from "vitest"
import { confinedTest, openCell, ownSandbox } from "./confined.ts"

describe("files", () => {
  confinedTest("only the workspace can be written", async () => {
    await using cell = await openCell(await ownSandbox())
    const places = [`${cell.outside}/new`, "/etc/keelson-attack", "/usr/keelson-attack"]
    for (const path of places) {
      expect(await cell.run(`echo attack > "${path}"`)).toMatchObject({ exitCode: 1 })
    }
    expect(await cell.run("echo fine > here && cat here")).toMatchObject({ exitCode: 0, output: "fine" })
    expect(await readFile(cell.path("here"), "utf8")).toBe("fine\n")
    expect(existsSync(join(cell.outside, "new"))).toBe(false)
  })

  confinedTest("a link out of the workspace can't be written through", async () => {
    await using cell = await openCell(await ownSandbox())
    const { output } = await cell.run(
      `ln -s / out; echo attack > out${cell.outside}/secret.txt; cat out/etc/passwd | wc -l`,
    )
    expect(output).toMatch(/No such file or directory|Read-only file system/)
    await symlink(cell.outside, cell.path("other"))
    expect(await cell.run("echo attack > other/secret.txt")).toMatchObject({ exitCode: 1 })
    expect(await readFile(join(cell.outside, "secret.txt"), "utf8")).toBe("outside")
  })

  confinedTest("temporary files are the command's own and end with it", async () => {
    await using cell = await openCell(await ownSandbox())
    const name = `keelson-attack-${crypto.randomUUID()}`
    const { output } = await cell.run(`echo mine > /tmp/${name} && cat $TMPDIR/${name} && ls ${cell.outside}`)
    expect(output).toContain("mine")
    expect(output).not.toContain("secret.txt")
    expect(existsSync(`/tmp/${name}`)).toBe(false)
    expect(await cell.run(`cat /tmp/${name}`)).toMatchObject({ exitCode: 1 })
  })

  confinedTest("secrets of the user and Keelson's own folders are not there", async () => {
    const home = await mkdtemp(join(tmpdir(), "keelson-home-"))
    await using cell = await openCell(await ownSandbox([join(home, "state")]))
    for (const folder of [".ssh", "state"]) {
      await mkdir(join(home, folder))
      await writeFile(join(home, folder, "kept"), "private words")
    }
    await writeFile(join(home, ".netrc"), "private words")
    await writeFile(join(home, "notes"), "open words")
    vi.stubEnv("HOME", home)
    // Where the sandbox shows anything of the home at all: a temporary folder is hidden as a whole.
    const look = (path: string) => cell.run(`cat "${join(home, path)}"`, { writable: [home] })
    for (const path of [".ssh/kept", "state/kept", ".netrc"]) {
      const { exitCode, output } = await look(path)
      expect({ path, exitCode, leaks: output.includes("private") }).toEqual({ path, exitCode: 1, leaks: false })
    }
    expect(await look("notes")).toMatchObject({ exitCode: 0, output: "open words" })
    vi.unstubAllEnvs()
    await rm(home, { recursive: true })
  })

  confinedTest("what git runs on the user's behalf can't be planted", async () => {
    const git = { ".git/config": "[core]\n", ".git/HEAD": "ref: refs/heads/main\n" }
    await using cell = await openCell(await ownSandbox(), git)
    for (const command of [
      "mkdir -p .git/hooks && echo attack > .git/hooks/pre-commit",
      "echo attack >> .git/config",
      "mv .git elsewhere",
      "mv .git/config .git/other",
    ]) {
      expect({ command, code: (await cell.run(command)).exitCode }).toEqual({ command, code: 1 })
    }
    expect(await cell.run("ls .git")).toMatchObject({ exitCode: 0, output: "HEAD\nconfig" })
    expect(await readFile(cell.path(".git/config"), "utf8")).toBe("[core]\n")
  })

  confinedTest("devices are out of reach, and none can be made", async () => {
    await using cell = await openCell(await ownSandbox())
    expect((await cell.run("ls /dev")).output.split("\n")).toEqual(
      expect.arrayContaining(["full", "null", "random", "tty", "urandom", "zero"]),
    )
    expect((await cell.run("ls /dev | grep -E '^(sd|vd|nvme|xvd|mem|kmsg|kvm|fuse|loop)'")).output).toBe("")
    expect((await cell.run("mknod disk b 8 0")).exitCode).toBe(1)
    expect(existsSync(cell.path("disk"))).toBe(false)
  })

  confinedTest("settings of the machine can't be changed, even by root", async () => {
    await using cell = await openCell(await ownSandbox())
    const same = "cat /proc/sys/vm/swappiness > now; cat now > /proc/sys/vm/swappiness"
    expect((await cell.run(same)).exitCode).toBe(1)
  })

  confinedTest("a file can't grow without end", async () => {
    await using cell = await openCell(await ownSandbox())
    expect((await cell.run("truncate -s 1T huge")).exitCode).not.toBe(0)
    expect((await cell.run("truncate -s 10M fine")).exitCode).toBe(0)
  })
})

describe("network", () => {
  confinedTest("nothing can be reached, not even this machine, unless the caller turns it on", async () => {
    const server = createServer((_, response) => response.end("reached"))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    await using cell = await openCell(await ownSandbox())
    const ask = `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && tail -n 1 <&3`
    expect(await cell.run(ask)).toMatchObject({ exitCode: 1, output: expect.stringContaining("Connection refused") })
    expect(await cell.run(ask, { network: true })).toMatchObject({ exitCode: 0, output: "reached" })
    server.close()
  })
})
