import type { Check } from "../check.ts"
import type { Project } from "../project.ts"

/** The checks of a Rust package or workspace. */
export async function rustChecks(project: Project): Promise<Check[]> {
  if (!(await project.exists("Cargo.toml"))) return []
  const found = { source: "Cargo.toml", parser: "cargo" }
  return [
    { name: "types", kind: "types", command: "cargo check", ...found },
    { name: "test", kind: "test", command: "cargo test", ...found },
  ]
}

/** The checks of a Go module. */
export async function goChecks(project: Project): Promise<Check[]> {
  if (!(await project.exists("go.mod"))) return []
  const found = { source: "go.mod", parser: "go" }
  return [
    { name: "test", kind: "test", command: "go test ./...", ...found },
    { name: "lint", kind: "lint", command: "go vet ./...", ...found },
  ]
}

/** The tests of a Maven or Gradle build, by its wrapper where it has one. Offline, for a check downloads nothing. */
export async function javaChecks(project: Project): Promise<Check[]> {
  if (await project.exists("pom.xml")) {
    const maven = (await project.exists("mvnw")) ? "./mvnw" : "mvn"
    return [{ name: "test", kind: "test", command: `${maven} -o -B -ntp test`, source: "pom.xml", parser: "maven" }]
  }
  for (const source of ["build.gradle", "build.gradle.kts"]) {
    if (!(await project.exists(source))) continue
    const gradle = (await project.exists("gradlew")) ? "./gradlew" : "gradle"
    return [
      {
        name: "test",
        kind: "test",
        command: `${gradle} --offline --no-daemon --console=plain test`,
        source,
        parser: "gradle",
      },
    ]
  }
  return []
}
