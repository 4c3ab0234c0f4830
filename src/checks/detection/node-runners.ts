import type { Check } from "../check.ts"
import type { Project } from "../project.ts"
import type { Package } from "./package-json.ts"

type Runner = {
  readonly parser: string
  readonly command: string
  readonly config: RegExp
  readonly packages: readonly string[]
}

const RUNNERS: readonly Runner[] = [
  { parser: "vitest", command: "vitest run", config: /^vitest\.(config|workspace)\./, packages: ["vitest"] },
  { parser: "jest", command: "react-scripts test", config: /^$/, packages: ["react-scripts"] },
  { parser: "jest", command: "jest", config: /^jest\.config\./, packages: ["jest"] },
  { parser: "mocha", command: "mocha", config: /^\.mocharc\./, packages: ["mocha"] },
]

const TEST_FILE = /\.(test|spec)\.[cm]?[jt]s$/
const MOST_READ = 8

/** The test runner of a project without a test script, by config file, dependency or what its test files import. */
export async function nodeRunnerCheck(project: Project, found: Package): Promise<Check | undefined> {
  const names = await project.list(".")
  for (const { parser, command, config, packages } of RUNNERS) {
    const file = names.find((name) => config.test(name))
    const dependency = packages.find((name) => found.declares(name) || found.configures(name))
    if (file === undefined && dependency === undefined) continue
    const source = file ?? `package.json ${dependency}`
    return { name: "test", kind: "test", command: found.manager.program(command), source, parser }
  }
  return builtInRunner(project)
}

/** `node --test` looks for the files itself; one that imports `node:test` shows that it would find some. */
async function builtInRunner(project: Project): Promise<Check | undefined> {
  const folders = [".", "test", "tests", "src", "__tests__"]
  const lists = await Promise.all(folders.map(async (folder) => testFiles(folder, await project.list(folder))))
  for (const path of lists.flat().slice(0, MOST_READ)) {
    if (!/["']node:test["']/.test((await project.readText(path)) ?? "")) continue
    return { name: "test", kind: "test", command: "node --test", source: path, parser: "node-test" }
  }
  return undefined
}

function testFiles(folder: string, names: readonly string[]): string[] {
  const isTest =
    folder === "test" ? (name: string) => /\.[cm]?[jt]s$/.test(name) : (name: string) => TEST_FILE.test(name)
  return names.filter(isTest).map((name) => (folder === "." ? name : `${folder}/${name}`))
}
