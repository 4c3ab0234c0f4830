import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { NotPlainFile, readPlainFile, readPlainFileSync } from "./plain-file.ts"

const folder = () => mkdtempSync(join(tmpdir(), "plain-file-"))

/** Both ways to read, with the same outcome. */
async function read(path: string, reading: Parameters<typeof readPlainFile>[1]): Promise<string> {
  const outcomes = [
    await readPlainFile(path, reading).then(String, (error: NodeJS.ErrnoException) => `${error.code}`),
    await (async () => readPlainFileSync(path, reading))().then(
      String,
      (error: NodeJS.ErrnoException) => `${error.code}`,
    ),
  ]
  expect(outcomes[1]).toBe(outcomes[0])
  return outcomes[0] ?? ""
}

it("reads a plain file up to its bound, and says what is not there", async () => {
  const file = join(folder(), "a")
  writeFileSync(file, "x".repeat(70_000))
  expect(await read(file, { maxBytes: 70_000 })).toHaveLength(70_000)
  expect(await read(file, { maxBytes: 69_999 })).toBe("EFBIG")
  expect(await read(`${file}.gone`, { maxBytes: 10 })).toBe("ENOENT")
})

it("a link is followed only where that is asked for", async () => {
  const place = folder()
  writeFileSync(join(place, "a"), "text")
  symlinkSync("a", join(place, "link"))
  expect(await read(join(place, "link"), { maxBytes: 10 })).toBe("ENOTFILE")
  expect(await read(join(place, "link"), { maxBytes: 10, followLink: true })).toBe("text")
})

it.runIf(process.platform !== "win32")("pipes, devices, sockets and folders are refused at once", async () => {
  const place = folder()
  const [pipe, socket, sub, link] = ["pipe", "socket", "sub", "link"].map((name) => join(place, name)) as [
    ...[string, string, string, string],
  ]
  execFileSync("mkfifo", [pipe])
  mkdirSync(sub)
  symlinkSync("/dev/zero", link)
  const server = createServer().listen(socket)
  await new Promise((resolve) => server.once("listening", resolve))
  for (const path of [pipe, socket, sub, "/dev/zero", "/dev/tty"])
    expect(await read(path, { maxBytes: 10 }), path).toBe("ENOTFILE")
  expect(await read(link, { maxBytes: 10, followLink: true })).toBe("ENOTFILE")
  await expect(readPlainFile(pipe, { maxBytes: 10 })).rejects.toThrow(NotPlainFile)
  await expect(readPlainFile(pipe, { maxBytes: 10 })).rejects.toThrow("is a named pipe, not a plain file")
  server.close()
})
