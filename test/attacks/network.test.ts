import { spawn } from "node:child_process"
import { type AddressInfo, createServer } from "node:net"
import { describe, expect } from "vitest"
import type { NetworkAccess } from "../../src/tools/network/network-access.ts"
import { type Cell, confinedTest, countProcesses, openCell, ownSandbox } from "./confined.ts"
import { PROJECTS } from "./home.ts"
import { type Listener, listener } from "./listener.ts"

const PUBLIC = "93.184.216.34"

async function cellFor(): Promise<Cell> {
  return openCell(await ownSandbox(), { "raw.py": RAW }, PROJECTS)
}

/** Says something to the proxy as it is, and prints what it answers. */
const RAW = `import socket, sys
s = socket.create_connection(("127.0.0.1", 13128), 5)
s.sendall(sys.argv[1].encode().decode("unicode_escape").encode())
s.shutdown(socket.SHUT_WR)
while (text := s.recv(9999)): sys.stdout.write(text.decode())
`

const raw = (text: string) => `python3 raw.py '${text}'`

/** Everything that a listener on this machine can be named by, and a name that leads there. */
function localhost({ port }: Listener): NetworkAccess {
  return { domains: [`localhost:${port}`], closed: [`localhost:${port}`] }
}

describe("network by domain: what is allowed", () => {
  confinedTest("is reached by whole addresses and by tunnels, and what is not is named at the end", async () => {
    await using server = await listener("hello")
    await using cell = await cellFor()
    const at = `localhost:${server.port}`
    const commands = `export NO_PROXY= no_proxy=; curl -sS http://${at}/a; curl -sSp http://${at}/b; curl -sS http://other.example; true`
    const { output, network } = await cell.run(commands, { network: localhost(server) })
    expect(output).toBe(
      [
        "hellohelloKeelson: no network access to other.example: it is not among the domains that this command may reach.",
        `[keelson: reached ${at}.]`,
        '[keelson: no network access to other.example. To ask for it, run the command again with network: ["other.example"].]',
      ].join("\n"),
    )
    expect(network).toEqual({ reached: [at], refused: ["other.example"] })
    expect(server.heard.filter((line) => line.startsWith("GET"))).toHaveLength(2)
  })

  confinedTest("is known to programs by their variables", async () => {
    await using server = await listener("hello")
    await using cell = await cellFor()
    const address = `http://localhost:${server.port}/`
    const commands = [
      `NO_PROXY= no_proxy= python3 -c 'import urllib.request as r; print(r.urlopen("${address}").read().decode())'`,
      `NO_PROXY= no_proxy= node -e 'fetch("${address}").then((r) => r.text()).then(console.log)'`,
      `NO_PROXY= no_proxy= git ls-remote ${address}x.git > /dev/null 2>&1; true`,
    ]
    const { output } = await cell.run(commands.join("\n"), { network: localhost(server) })
    expect(output).toBe(`hello\nhello\n[keelson: reached localhost:${server.port}.]`)
    expect(server.heard.some((line) => line.startsWith("GET /x.git/"))).toBe(true)
  })

  confinedTest("does not keep servers of the command's own from being reached", async () => {
    await using cell = await cellFor()
    const command = `node -e 'const s = require("http").createServer((_, r) => r.end("own")).listen(8080, "127.0.0.1", () => fetch("http://127.0.0.1:8080").then((r) => r.text()).then((t) => { console.log(t); s.close(); process.exit() }))'`
    expect(await cell.run(command, { network: { domains: ["a.example"] } })).toMatchObject({ output: "own" })
  })

  confinedTest("leaves exit codes, signals, input and pipes as they are", async () => {
    await using cell = await cellFor()
    const network = { domains: ["a.example"] }
    expect(await cell.run("exit 7", { network })).toMatchObject({ exitCode: 7 })
    expect(await cell.run("kill -9 $$", { network })).toMatchObject({ exitCode: 137 })
    const { output: piped } = await cell.run("cat; yes | head -n 1", { network, stdin: "in\n" })
    expect(piped).toMatch(/in\ny$/)
    const { output } = await cell.run("env | grep NODE_CHANNEL; test -e /proc/$$/fd/4 && echo open; true", { network })
    expect(output).toBe("")
  })
})

describe("network by domain: ways past the list", () => {
  const ELSEWHERE: readonly (readonly [name: string, command: (port: number) => string])[] = [
    ["straight to the port", (port) => `curl -sS --noproxy '*' http://127.0.0.1:${port}/`],
    ["its address", (port) => `curl -sSp http://127.0.0.1:${port}/`],
    ["its address in other numbers", (port) => raw(`CONNECT 0x7f.1:${port} HTTP/1.1\\r\\n\\r\\n`)],
    ["its address in IPv6", (port) => raw(`CONNECT [::ffff:127.0.0.1]:${port} HTTP/1.1\\r\\n\\r\\n`)],
    ["a Host header", (port) => raw(`GET http://a.example/ HTTP/1.1\\r\\nHost: 127.0.0.1:${port}\\r\\n\\r\\n`)],
    [
      "a second request on the same connection",
      (port) =>
        raw(
          `GET http://b.example/ HTTP/1.1\\r\\nHost: b\\r\\n\\r\\nGET http://127.0.0.1:${port}/ HTTP/1.1\\r\\nHost: a.example\\r\\n\\r\\n`,
        ),
    ],
    [
      "a request within a body",
      (port) =>
        raw(
          `POST http://b.example/ HTTP/1.1\\r\\nHost: b\\r\\nContent-Length: 5\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\nGET http://127.0.0.1:${port}/ HTTP/1.1\\r\\n\\r\\n`,
        ),
    ],
    ["a user before the host", (port) => raw(`CONNECT a.example:443@127.0.0.1:${port} HTTP/1.1\\r\\n\\r\\n`)],
    [
      "a user in an address",
      (port) => raw(`GET http://a.example@127.0.0.1:${port}/ HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n`),
    ],
    ["a path only", (port) => raw(`GET / HTTP/1.1\\r\\nHost: 127.0.0.1:${port}\\r\\n\\r\\n`)],
    ["a NUL in the name", (port) => raw(`CONNECT 127.0.0.1\\x00.a.example:${port} HTTP/1.1\\r\\n\\r\\n`)],
    ["another scheme", (port) => raw(`GET ftp://127.0.0.1:${port}/ HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n`)],
  ]

  confinedTest.each(ELSEWHERE)("%s", async (_, command) => {
    await using server = await listener()
    await using cell = await cellFor()
    // Whatever it is called, it leads to this machine, which nobody allowed.
    const network = { domains: ["a.example", `a.example:${server.port}`], resolve: async () => ["127.0.0.1"] }
    await cell.run(command(server.port), { network })
    expect(server.heard).toEqual([])
  })

  confinedTest("another port than those of the web", async () => {
    await using cell = await cellFor()
    const network = { domains: ["a.example"], resolve: async () => [PUBLIC] }
    const { output } = await cell.run(raw("CONNECT a.example:22 HTTP/1.1\\r\\n\\r\\n"), { network })
    expect(output).toContain("403 Forbidden")
    expect(output).toContain('network: ["a.example:22"]')
  })
})

describe("network by domain: names that lead elsewhere", () => {
  const CLOSED = [
    ["127.0.0.1", "loopback"],
    ["10.1.2.3", "private"],
    ["192.168.1.1", "private"],
    ["169.254.169.254", "link-local"],
    ["100.100.100.200", "carrier-grade NAT"],
    ["0.0.0.0", "this machine"],
    ["::1", "IPv6"],
    ["fd00:ec2::254", "IPv6"],
    ["::ffff:10.0.0.1", "IPv6"],
  ] as const

  confinedTest("addresses that are not public are refused, one among others too", async () => {
    await using cell = await cellFor()
    for (const [address, kind] of CLOSED) {
      const network = { domains: ["a.example"], resolve: async () => [PUBLIC, address] }
      const { output } = await cell.run("curl -sSp http://a.example/", { network })
      expect(output).toContain("no network access to a.example: it is not on the public internet")
      expect(output).toContain(kind)
    }
  })

  confinedTest(
    "a name that the user allowed knowing that it is private leads to no machine of ours, nor to metadata",
    async () => {
      await using server = await listener()
      await using cell = await cellFor()
      for (const address of ["127.0.0.1", "169.254.169.254", "100.100.100.200", "fd00:ec2::254", "::1"]) {
        const name = `a.example:${server.port}`
        const network = { domains: [name], closed: [name], resolve: async () => [address] }
        const { output } = await cell.run(`curl -sSp http://${name}/`, { network })
        expect(output).toContain("not on the public internet")
      }
      expect(server.heard).toEqual([])
    },
  )

  confinedTest("a name is looked up once a connection, and the connection goes to what was judged", async () => {
    await using server = await listener()
    await using cell = await cellFor()
    const asked: string[] = []
    const elsewhere = async (name: string) => {
      asked.push(name)
      return asked.length === 1 ? ["127.0.0.2"] : ["127.0.0.1"]
    }
    const command = `NO_PROXY= no_proxy= curl -sS http://localhost:${server.port}/`
    const { output } = await cell.run(command, { network: { ...localhost(server), resolve: elsewhere } })
    expect(output).toContain("could not be reached: ECONNREFUSED")
    expect({ asked, heard: server.heard }).toEqual({ asked: ["localhost"], heard: [] })
  })

  confinedTest("what a rule denies stays closed within what is allowed", async () => {
    await using cell = await cellFor()
    const network = { domains: ["*.a.example"], denied: ["secret.a.example"], resolve: async () => [PUBLIC] }
    const { output } = await cell.run("curl -sSp http://secret.a.example/", { network })
    expect(output).toContain("[keelson: no network access to secret.a.example: a rule of this run denies it.]")
  })
})

describe("network by domain: a server that answers badly", () => {
  const BAD = [
    "HTTP/1.1 050 Odd\r\n\r\n",
    "HTTP/1.1 200 OK\r\nA: b\x01c\r\n\r\n",
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
    "no HTTP at all",
    "",
  ]

  confinedTest("costs the request, not the engine", async () => {
    await using cell = await cellFor()
    for (const answer of BAD) {
      const server = createServer((socket) => socket.on("error", () => {}).end(answer))
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const name = `localhost:${(server.address() as AddressInfo).port}`
      const command = `NO_PROXY= no_proxy= curl -sS -o /dev/null http://${name}/; echo went on`
      const { output } = await cell.run(command, { network: { domains: [name], closed: [name] } })
      expect(output).toMatch(/went on\n\[keelson: reached localhost:\d+\.\]$/)
      server.close()
    }
  })
})

describe("network by domain: nothing is left", () => {
  const ENGINE = `
    import { runCommand } from "${import.meta.resolve("../../src/tools/process/run-command.ts")}"
    import { findSandbox } from "${import.meta.resolve("../../src/tools/sandbox/sandbox.ts")}"
    import { openWorkspace } from "${import.meta.resolve("../../src/tools/workspace/workspace.ts")}"
    const { sandbox } = await findSandbox()
    const workspace = await openWorkspace(process.argv[1])
    const context = { workspace, sandbox, signal: new AbortController().signal, report: () => {} }
    await runCommand(context, { command: "setsid sleep " + process.argv[2] + "; wait", network: { domains: ["a.example"] } })
  `

  confinedTest("of a command whose engine is killed", async () => {
    await using cell = await cellFor()
    const time = `1000.${Math.floor(Math.random() * 1e9)}`
    const engine = spawn(process.execPath, [
      "--conditions=keelson-source",
      "--input-type=module",
      "-e",
      ENGINE,
      cell.workspace.root,
      time,
    ])
    await expect.poll(() => countProcesses(time), { timeout: 20_000 }).toBe(2)
    engine.kill("SIGKILL")
    await expect.poll(() => countProcesses(time), { timeout: 20_000 }).toBe(0)
  })

  confinedTest("of connections that are open when the command ends", async () => {
    await using server = await listener()
    await using cell = await cellFor()
    const open = `python3 -c 'import socket, os; s = socket.create_connection(("127.0.0.1", 13128)); s.sendall(b"CONNECT localhost:${server.port} HTTP/1.1\\r\\n\\r\\n"); print(s.recv(12)); os._exit(3)'`
    const { exitCode, output } = await cell.run(open, { network: localhost(server) })
    const reached = `[keelson: reached localhost:${server.port}.]`
    expect({ exitCode, output }).toEqual({ exitCode: 3, output: `b'HTTP/1.1 200'\n${reached}` })
  })
})
