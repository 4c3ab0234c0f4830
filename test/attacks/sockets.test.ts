import { once } from "node:events"
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { createServer, type Server } from "node:net"
import { homedir } from "node:os"
import { join } from "node:path"
import { describe, expect } from "vitest"
import { atFileEnd } from "../at-file-end.ts"
import { confinedTest, openCell, ownSandbox } from "./confined.ts"
import { PROJECTS } from "./home.ts"

const UNSUPPORTED = 97

/** A service of the user's that tells its secret to whoever connects. */
async function serviceAt(address: string): Promise<Server> {
  const server = createServer((socket) => socket.end("PRIVATE"))
  server.listen(address)
  await once(server, "listening")
  atFileEnd(async () => void server.close())
  return server
}

/** Connects as any program would, and prints what it is told. */
function asking(address: string): string {
  return `python3 -c 'import socket; s = socket.socket(socket.AF_UNIX); s.connect("${address}"); print(s.recv(99))'`
}

/** Prints the error number of `socket` for a family, 0 if it worked. */
function opening(family: number, protocol = 0): string {
  return `python3 -c 'import ctypes; l = ctypes.CDLL(None, use_errno=True); r = l.socket(${family}, ${family === 17 || family === 16 ? 3 : 1}, ${protocol}); print(ctypes.get_errno() if r < 0 else 0)'`
}

const HOME = await mkdtemp(join(homedir(), ".keelson-sockets-"))
atFileEnd(() => rm(HOME, { recursive: true, force: true }))

describe.each([false, true])("sockets of the user's programs, network %s", (network) => {
  confinedTest.each(["agent.sock", ".1password/agent.sock", ".lima/sock/docker.sock"])("~/…/%s", async (name) => {
    const path = join(HOME, String(network), name)
    await mkdir(join(path, ".."), { recursive: true })
    await serviceAt(path)
    await using cell = await openCell(await ownSandbox(), {}, PROJECTS)
    const { exitCode, output } = await cell.run(asking(path), { network })
    expect({ exitCode, output }).toEqual({ exitCode: 1, output: expect.stringContaining("not supported") })
  })

  confinedTest("one in the workspace itself", async () => {
    await using cell = await openCell(await ownSandbox(), {}, PROJECTS)
    await serviceAt(cell.path("app.sock"))
    const { output } = await cell.run(asking("app.sock"), { network })
    expect(output).not.toContain("PRIVATE")
  })

  confinedTest("one with an abstract name, as desktops and message buses have", async () => {
    const name = `keelson-attack-${crypto.randomUUID()}`
    await serviceAt(`\0${name}`)
    await using cell = await openCell(await ownSandbox(), {}, PROJECTS)
    const { output } = await cell.run(asking(`\\0${name}`), { network })
    expect(output).not.toContain("PRIVATE")
    expect(output).toContain("not supported")
  })
})

const CLOSED: readonly (readonly [name: string, family: number])[] = [
  ["AF_UNIX", 1],
  ["AF_AX25", 3],
  ["AF_KEY", 15],
  ["AF_PACKET", 17],
  ["AF_RDS", 21],
  ["AF_CAN", 29],
  ["AF_TIPC", 30],
  ["AF_BLUETOOTH", 31],
  ["AF_ALG", 38],
  ["AF_VSOCK", 40],
  ["AF_QIPCRTR", 42],
  ["AF_SMC", 43],
  ["AF_XDP", 44],
]

describe("families of sockets", () => {
  confinedTest.each([false, true])("all but those of the internet are refused, network %s", async (network) => {
    await using cell = await openCell(await ownSandbox(), {}, PROJECTS)
    const { output } = await cell.run(CLOSED.map(([, family]) => opening(family)).join("\n"), { network })
    const answers = output.split("\n").map(Number)
    expect(CLOSED.map(([name], at) => [name, answers[at]])).toEqual(CLOSED.map(([name]) => [name, UNSUPPORTED]))
  })

  confinedTest("a family is no other one by the upper half of its argument", async () => {
    await using cell = await openCell(await ownSandbox(), {}, PROJECTS)
    const number = process.arch === "arm64" ? 198 : 41
    const call = (family: string) =>
      `python3 -c 'import ctypes; l = ctypes.CDLL(None, use_errno=True); r = l.syscall(${number}, ctypes.c_long(${family}), 1, 0); print(ctypes.get_errno() if r < 0 else 0)'`
    const { output } = await cell.run([call("(2 << 32) + 1"), call("(1 << 32) + 2")].join("\n"))
    expect(output.split("\n").map(Number)).toEqual([UNSUPPORTED, 0])
  })

  confinedTest("netlink only tells of addresses and routes", async () => {
    await using cell = await openCell(await ownSandbox(), {}, PROJECTS)
    const { output } = await cell.run([0, 4, 9, 15, 16].map((protocol) => opening(16, protocol)).join("\n"))
    expect(output.split("\n").map(Number)).toEqual([0, UNSUPPORTED, UNSUPPORTED, UNSUPPORTED, UNSUPPORTED])
  })
})

const SERVER_AND_CLIENT = `
const net = require("node:net")
const server = net.createServer((socket) => socket.end("42"))
server.listen(0, process.argv[1], () => net.connect(server.address().port, process.argv[1]).on("data", (text) => { console.log(String(text)); server.close() }))`

const WORK: readonly (readonly [name: string, command: string])[] = [
  ["a server and its client on loopback", `node -e '${SERVER_AND_CLIENT}' 127.0.0.1`],
  ["the same by name", `node -e '${SERVER_AND_CLIENT}' localhost`],
  ["names of this machine", `python3 -c 'import socket; socket.getaddrinfo("localhost", 80); print(42)'`],
  ["users by number", `python3 -c 'import pwd, os; pwd.getpwuid(os.getuid()); print(42)'`],
  ["getent", "getent passwd $(id -u) > /dev/null; echo 42"],
  ["own addresses", `node -e 'require("os").networkInterfaces(); console.log(42)'`],
  [
    "channels between a process and its children",
    `echo "process.send(42)" > c.js; node -e 'require("child_process").fork("./c.js").on("message", (text) => console.log(text))'`,
  ],
  [
    "python's pools and queues",
    `python3 -c 'import multiprocessing as m; c = m.get_context("fork"); p = c.Pool(2); print(sum(p.map(int, ["40", "2"]))); p.terminate()'`,
  ],
  ["python's event loop", "python3 -c 'import asyncio; print(asyncio.run(asyncio.sleep(0, 42)))'"],
]

describe("what programs need of sockets goes on", () => {
  confinedTest.each(WORK)("%s", async (_, command) => {
    await using cell = await openCell(await ownSandbox(), {}, PROJECTS)
    expect(await cell.run(command)).toMatchObject({ exitCode: 0, output: "42" })
  })
})
