import { randomBytes } from "node:crypto"
import { mkdir, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/** A folder that goes when its scope ends. */
export type Temporary = AsyncDisposable & { readonly path: string }

/** A fresh folder with these files in it. */
export async function temporary(files: Readonly<Record<string, string>> = {}): Promise<Temporary> {
  const path = join(await realpath(tmpdir()), `keelson-bench-${letters()}`)
  await mkdir(path)
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), content)
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) }
}

/** A name of letters alone: its tokens are always as many, so that counts repeat. */
function letters(): string {
  return [...randomBytes(12)].map((byte) => String.fromCharCode(97 + (byte % 26))).join("")
}
