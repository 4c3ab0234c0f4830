import { open, readdir } from "node:fs/promises"
import { basename, join } from "node:path"
import { splitCommands } from "../shell/shell-words.ts"
import { domainText, readDomain } from "./domain.ts"
import { REGISTRIES, type Registry } from "./registries.ts"

/** What a command needs of the network to get packages. */
export type RegistryNeeds = {
  /** What the registries are called. */
  readonly names: readonly string[]
  readonly domains: readonly string[]
  /** Those of them that a file of the project names, which anybody may have written. */
  readonly named: readonly string[]
  /** Those of them that the user's own environment names. */
  readonly own: readonly string[]
}

/** Settings are small; what is larger is none. */
const MOST_BYTES = 256 * 1024

/** The registries that a command line uses; where it names no package manager, those of the project in these folders. */
export async function registryNeeds(
  command: string,
  folders: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<RegistryNeeds> {
  const used = usedBy(command)
  const registries = used.length > 0 ? used : await usedIn(folders)
  const named = await Promise.all(
    registries.flatMap(({ settings }) => folders.map((folder) => namedIn(folder, settings))),
  )
  const own = registries.flatMap(({ variables }) => variables.flatMap((name) => hostsIn(environment[name] ?? "")))
  const usual = registries.flatMap(({ hosts }) => hosts)
  const isUsual = (domain: string) => usual.includes(domain) || own.includes(domain)
  return {
    names: registries.map(({ name }) => name),
    domains: [...new Set([...usual, ...own, ...named.flat()])],
    named: [...new Set(named.flat().filter((domain) => !isUsual(domain)))],
    own: [...new Set(own)],
  }
}

function usedBy(command: string): readonly Registry[] {
  const words = (splitCommands(command) ?? []).flatMap(({ words: all }) => all.map(({ text }) => basename(text)))
  const spelled = words.length > 0 ? words : command.split(/[\s;&|()]+/).map((word) => basename(word))
  return REGISTRIES.filter(({ programs }) => spelled.some((word) => programs.includes(word)))
}

async function usedIn(folders: readonly string[]): Promise<readonly Registry[]> {
  const files = (await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))).flat()
  return REGISTRIES.filter(({ manifests }) => manifests.some((name) => files.some((file) => isManifest(file, name))))
}

function isManifest(file: string, name: string): boolean {
  return name.startsWith(".") ? file.endsWith(name) : file === name
}

async function namedIn(folder: string, settings: Registry["settings"]): Promise<string[]> {
  const found = Object.entries(settings).map(async ([name, address]) => {
    const text = await readSmall(join(folder, name))
    return [...text.matchAll(address)].flatMap(([, url = ""]) => hostsIn(url))
  })
  return (await Promise.all(found)).flat()
}

/** A plain file and no pipe that nobody writes to. */
async function readSmall(path: string): Promise<string> {
  const { O_RDONLY, O_NONBLOCK } = (await import("node:fs")).constants
  const file = await open(path, O_RDONLY | O_NONBLOCK).catch(() => undefined)
  if (!file) return ""
  try {
    const { size, isFile } = await file.stat().then((found) => ({ size: found.size, isFile: found.isFile() }))
    return isFile && size <= MOST_BYTES ? await file.readFile("utf8") : ""
  } catch {
    return ""
  } finally {
    await file.close()
  }
}

/** The places that a setting names, which may be a list; a path, or a word such as `direct`, is none. */
function hostsIn(setting: string): string[] {
  return setting.split(/[,|\s]+/).flatMap((part) => {
    const url = /^(?:sparse\+|git\+)?https?:\/\//i.test(part) ? URL.parse(part.replace(/^(?:sparse|git)\+/i, "")) : null
    const domain = url ? readDomain(url.host) : undefined
    return domain ? [domainText(domain)] : []
  })
}
