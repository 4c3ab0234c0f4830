import type { Check } from "../check.ts"
import { goModules, goModulesIn } from "../coverage/members.ts"
import type { Project } from "../project.ts"

/**
 * The checks of a Rust package or workspace: of all its members, also where the root is a package itself. Here and below all tests run, whatever
 * fails first: behind one that was red before, the run's own failures would not be seen.
 */
export async function rustChecks(project: Project): Promise<Check[]> {
  const manifest = await project.readText("Cargo.toml")
  if (manifest === undefined) return []
  const all = /^\[workspace\b/m.test(manifest) ? " --workspace" : ""
  const found = { source: "Cargo.toml", parser: "cargo" }
  return [
    { name: "types", kind: "types", command: `cargo check${all}`, ...found },
    { name: "test", kind: "test", command: `cargo test --no-fail-fast${all}`, ...found },
  ]
}

/** More modules than this are not tested in one command; those that were changed are. */
const MOST_MODULES = 20

/** The checks of a Go module, and of the modules that a go.work puts together with it. */
export async function goChecks(project: Project): Promise<Check[]> {
  const isModule = await project.exists("go.mod")
  const modules = await goModules(project)
  const others =
    modules.length <= MOST_MODULES ? modules.filter((module) => module !== "." && !module.startsWith("..")) : []
  const packages = [...(isModule ? ["./..."] : []), ...others.map((module) => `./${module}/...`)].join(" ")
  if (packages === "") return []
  const found = { source: others.length > 0 ? "go.work" : "go.mod", parser: "go" }
  // Without -v it does not say which tests ran, so that one that is gone or skipped would not be noticed.
  const go = (await isLeftOut(project)) ? "GOWORK=off go" : "go"
  return [
    { name: "test", kind: "test", command: `${go} test -v ${packages}`, ...found },
    { name: "lint", kind: "lint", command: `${go} vet ${packages}`, ...found },
  ]
}

/** Go refuses a module below a go.work that does not name it. */
async function isLeftOut(project: Project): Promise<boolean> {
  const work = project.place && (await project.readText(`${project.place.above}/go.work`))
  return work !== undefined && !goModulesIn(work).includes(project.place?.folder ?? "")
}

/** The tests of a Maven or Gradle build, by its wrapper where it has one. Offline, for a check downloads nothing. */
export async function javaChecks(project: Project): Promise<Check[]> {
  if (await project.exists("pom.xml")) {
    const maven = (await project.exists("mvnw")) ? "./mvnw" : "mvn"
    return [
      { name: "test", kind: "test", command: `${maven} -o -B -ntp -fae test`, source: "pom.xml", parser: "maven" },
    ]
  }
  for (const source of ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"]) {
    if (!(await project.exists(source))) continue
    const gradle = (await project.exists("gradlew")) ? "./gradlew" : "gradle"
    return [
      {
        name: "test",
        kind: "test",
        command: `${gradle} --offline --no-daemon --console=plain --continue test`,
        source,
        parser: "gradle",
      },
    ]
  }
  return []
}
