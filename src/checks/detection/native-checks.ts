import type { Check } from "../check.ts"
import type { Project } from "../project.ts"

/**
 * The build of a CMake project, and its tests where it has any. It is built in the folder that its user configured, else in a temporary
 * one, anew each time: a folder kept elsewhere would take the objects of other files with other times for up to date.
 */
export async function cmakeChecks(project: Project): Promise<Check[]> {
  const text = await project.readText("CMakeLists.txt")
  if (text === undefined) return []
  const hasTests = /^\s*(?:enable_testing\s*\(|include\s*\(\s*CTest\s*\))/im.test(text)
  const folder = (await configuredFolder(project)) ?? '"$B"'
  const build = `cmake --build ${folder}`
  const test = hasTests ? ` && ctest --test-dir ${folder} --output-on-failure` : ""
  const start = folder === '"$B"' ? `B=$(mktemp -d) && trap 'rm -rf "$B"' EXIT && cmake -S . -B "$B" && ` : ""
  const kind = hasTests ? "test" : "build"
  return [{ name: kind, kind, command: start + build + test, source: "CMakeLists.txt", parser: "c-tests" }]
}

async function configuredFolder(project: Project): Promise<string | undefined> {
  for (const folder of ["build", "out", "cmake-build-debug"]) {
    if (await project.exists(`${folder}/CMakeCache.txt`)) return folder
  }
  return undefined
}

/** The tests of a .NET solution, or of the one project there is. Packages are not restored: that would download them. */
export async function dotnetChecks(project: Project): Promise<Check[]> {
  const names = await project.list(".")
  const solutions = names.filter((name) => /\.slnx?$/.test(name))
  const projects = names.filter((name) => /\.[cfv][sb]proj$/.test(name))
  const source = solutions[0] ?? projects[0] ?? (await testProject(project))
  if (source === undefined) return []
  const isOnly = solutions.length + projects.length === 1
  const command = `dotnet test ${isOnly ? "" : `${source} `}--no-restore --nologo`
  return [{ name: "test", kind: "test", command, source, parser: "dotnet" }]
}

async function testProject(project: Project): Promise<string | undefined> {
  for (const folder of ["test", "tests"]) {
    for (const name of await project.list(folder)) {
      if (!name.endsWith("/")) continue
      const inner = await project.list(`${folder}/${name.slice(0, -1)}`)
      const found = inner.find((file) => /\.[cfv][sb]proj$/.test(file))
      if (found !== undefined) return `${folder}/${name}${found}`
    }
  }
  return undefined
}

/** The tests of a Swift package; its build where it has none. */
export async function swiftChecks(project: Project): Promise<Check[]> {
  if (!(await project.exists("Package.swift"))) return []
  const found = { source: "Package.swift", parser: "swift" }
  if (await project.exists("Tests")) {
    return [{ name: "test", kind: "test", command: "swift test --skip-update", ...found }]
  }
  return [{ name: "build", kind: "build", command: "swift build --skip-update", ...found }]
}
