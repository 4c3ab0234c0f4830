import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"

/** A project that has installed what is published, and what it depends on; no extra, although the repo has them all. */
export type Unpacked = {
  readonly project: string
  readonly tarball: string
  readonly package: string
  readonly manifest: {
    readonly dependencies: Readonly<Record<string, string>>
    readonly peerDependencies: Readonly<Record<string, string>>
    readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>
    readonly exports: object
  }
}

export function unpack(): Unpacked {
  const project = mkdtempSync(join(tmpdir(), "keelson-packed-"))
  const packed = execFileSync(process.execPath, ["scripts/pack.js", project, "--built"], { encoding: "utf8" })
  const tarball = packed.trim()
  const folder = join(project, "node_modules", "keelson")
  mkdirSync(folder, { recursive: true })
  execFileSync("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1"])
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Unpacked["manifest"]
  for (const name of [...Object.keys(manifest.dependencies), "zod", "@types/node"]) link(project, name)
  return { project, tarball, package: folder, manifest }
}

function link(project: string, name: string): void {
  const place = join(project, "node_modules", name)
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(resolve("node_modules", name), place)
}
