import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createConnection, createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

const SOCKET = ".s.PGSQL.5432"

/** A line to the server that can be cut, or let the server work and keep its answer. */
export class FaultyLine {
  readonly url: string
  readonly #folder: string
  readonly #sockets = new Set<Socket>()
  readonly #server
  #swallowed: string | undefined
  #isDead = false
  /** How many answers were kept. */
  swallowed = 0

  private constructor(url: string, folder: string) {
    const target = join(decodeURIComponent(new URL(url).host), SOCKET)
    this.#folder = folder
    this.url = url.replace(/@[^/]+/, `@${encodeURIComponent(folder)}`)
    this.#server = createServer((client) => this.#join(client, createConnection(target)))
  }

  static async to(url: string): Promise<FaultyLine> {
    const line = new FaultyLine(url, mkdtempSync(join(tmpdir(), "keelson-line-")))
    line.#server.listen(join(line.#folder, SOCKET))
    await once(line.#server, "listening")
    return line
  }

  /** The next statement with these words reaches the server; its answer does not come back, and the connection is lost. */
  swallowAnswerTo(words: string): void {
    this.#swallowed = words
  }

  /** From now on nothing passes in either direction, and nobody is told. */
  goSilent(): void {
    this.#isDead = true
  }

  /** The line is whole again; what was on it is lost, and both ends are told. */
  heal(): void {
    this.#isDead = false
    for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #join(client: Socket, server: Socket): void {
    for (const socket of [client, server]) {
      this.#sockets.add(socket)
      socket.on("error", () => {})
      socket.on("close", () => {
        this.#sockets.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    let isKept = false
    client.on("data", (data) => {
      if (this.#isDead) return
      if (this.#swallowed !== undefined && data.includes(this.#swallowed)) {
        this.#swallowed = undefined
        isKept = true
      }
      server.write(data)
    })
    server.on("data", (data) => {
      if (this.#isDead) return
      if (!isKept) return void client.write(data)
      this.swallowed += 1
      client.destroy()
    })
  }
}
