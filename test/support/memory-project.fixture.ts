import { posix } from "node:path"
import type { Project } from "../../src/checks/project.ts"

/** For tests: a project whose files are given by path, on a machine with these programs. */
export function memoryProject(files: Readonly<Record<string, string>>, programs: readonly string[] = []): Project {
  const paths = Object.keys(files)
  return {
    exists: async (path) => paths.some((name) => `${name}/`.startsWith(`${posix.normalize(path)}/`)),
    readText: async (path) => files[posix.normalize(path)],
    list: async (folder) => namesIn(paths, posix.normalize(folder) === "." ? "" : `${posix.normalize(folder)}/`),
    hasProgram: async (name) => programs.includes(name),
  }
}

function namesIn(paths: readonly string[], prefix: string): string[] {
  const names = paths
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length))
    .map((rest) => (rest.includes("/") ? rest.slice(0, rest.indexOf("/") + 1) : rest))
  return [...new Set(names)].sort()
}
