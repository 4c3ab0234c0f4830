import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"

type LockEntry = { version: string; integrity: string }
type Locks = Record<string, { packages: Record<string, LockEntry> }>
/** A package at one version, as a registry has it. */
type Held = { readonly name: string; readonly manifest: object; readonly bytes: Buffer; readonly integrity: string }

/**
 * A registry on loopback that has what one extra needs, made of what the repo has installed. Checksums of what is packed anew are
 * others, so they are put into the lock of that package; everything else stays as it was built.
 */
export async function startRegistry(
  packed: string,
  extra: string,
): Promise<AsyncDisposable & { readonly url: string }> {
  const held = relock(join(packed, "dist", "extras-locks.json"), extra)
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "").slice(1)
    const tarball = /^-\/(\d+)\.tgz$/.exec(path)?.[1]
    if (tarball !== undefined) return response.end(held[Number(tarball)]?.bytes)
    const versions = held.flatMap(({ name, ...one }, index) => (name === path ? [{ ...one, index }] : []))
    if (versions.length === 0) return response.writeHead(404).end("{}")
    response.end(JSON.stringify(documentOf(path, versions, url)))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { url, [Symbol.asyncDispose]: async () => void server.close() }
}

function documentOf(
  name: string,
  held: readonly (Omit<Held, "name"> & { readonly index: number })[],
  url: string,
): object {
  const versions = held.map(({ manifest, integrity, index }) => {
    const dist = { tarball: `${url}-/${index}.tgz`, integrity }
    return [(manifest as { version: string }).version, { ...manifest, dist }]
  })
  return { name, "dist-tags": {}, versions: Object.fromEntries(versions) }
}

/** What is only for other platforms is not installed here, and npm does not ask for it. A version may lie in several places. */
function relock(file: string, extra: string): Held[] {
  const locks = JSON.parse(readFileSync(file, "utf8")) as Locks
  const { packages = {} } = locks[extra] ?? {}
  const held = new Map<string, Held>()
  for (const [path, entry] of Object.entries(packages)) {
    if (path === "" || !existsSync(path)) continue
    const name = `${path.split("node_modules/").at(-1)}@${entry.version}`
    const one = held.get(name) ?? packageAt(path)
    held.set(name, one)
    entry.integrity = one.integrity
  }
  writeFileSync(file, JSON.stringify(locks))
  return [...held.values()]
}

function packageAt(path: string): Held {
  const manifest = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as { name: string }
  const words = ["-c", "--exclude=./node_modules", "--transform=s,^\\.,package,", "-C", path, "."]
  const bytes = execFileSync("tar", words, { maxBuffer: 2 ** 28 })
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`
  return { name: manifest.name, manifest, bytes, integrity }
}
