import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"

/** What builds do, in the user's own home: each has to work although next to nothing of the home is there. */
export type Build = {
  readonly name: string
  isThere(): boolean
  readonly files: Readonly<Record<string, string>>
  readonly command: string
  readonly says: RegExp
}

export function isInstalled(program: string): boolean {
  return (process.env.PATH ?? "").split(":").some((folder) => existsSync(join(folder, program)))
}

/** What Debian installs of Java's libraries, in the form of a repository. */
const JAVA = "/usr/share/maven-repo"
const PLUGINS = {
  "maven-resources-plugin": "3.3.0",
  "maven-compiler-plugin": "3.10.1",
  "maven-surefire-plugin": "2.22.3",
}

const MAVEN_MODEL = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>b</artifactId><version>1</version>`

const JAVA_FILES = {
  "src/main/java/demo/A.java": "package demo; public class A { public static int two() { return 2; } }\n",
  "src/test/java/demo/ATest.java":
    "package demo; public class ATest { @org.junit.Test public void two() { org.junit.Assert.assertEquals(2, A.two()); } }\n",
}

/** Java takes the home from the list of users, and the one that plays these tests without power has none there. */
const AT_HOME = 'JAVA_TOOL_OPTIONS="-Duser.home=$HOME"'

/** The first Python that has pytest: one that was built for its user often has not. */
const PYTEST = ["python3", "/usr/bin/python3"].find(
  (python) => spawnSync(python, ["-c", "import pytest, venv"], { stdio: "ignore" }).status === 0,
)

export const BUILDS: readonly Build[] = [
  {
    name: "node",
    isThere: () => isInstalled("node"),
    files: { "a.mjs": 'import os from "node:os"\nconsole.log(os.homedir().length > 0)\n' },
    command: "node a.mjs",
    says: /true/,
  },
  {
    name: "python3 in a venv",
    isThere: () => isInstalled("python3"),
    files: { "test_a.py": "import unittest\nclass A(unittest.TestCase):\n  def test_a(self): pass\n" },
    command: "python3 -m venv --without-pip .venv && .venv/bin/python -m unittest",
    says: /OK/,
  },
  {
    name: "pytest in a venv",
    isThere: () => PYTEST !== undefined,
    files: { "a/__init__.py": "def two(): return 2\n", "test_a.py": "import a\ndef test_a(): assert a.two() == 2\n" },
    command: `${PYTEST} -m venv --without-pip --system-site-packages .venv && .venv/bin/python -m pytest -q`,
    says: /1 passed/,
  },
  {
    name: "cargo",
    isThere: () => isInstalled("cargo"),
    files: {
      "Cargo.toml":
        '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\nnear = { path = "near" }\ntiny = "1.0"\n',
      "src/lib.rs": "#[test]\nfn adds() { assert_eq!(near::two() + tiny::two(), 4) }\n",
      "near/Cargo.toml": '[package]\nname = "near"\nversion = "0.1.0"\nedition = "2021"\n',
      "near/src/lib.rs": "pub fn two() -> i32 { 2 }\n",
      ".cargo/config.toml": '[source.crates-io]\nreplace-with = "vendored"\n[source.vendored]\ndirectory = "vendor"\n',
      "vendor/tiny/Cargo.toml": '[package]\nname = "tiny"\nversion = "1.0.0"\nedition = "2021"\n',
      "vendor/tiny/.cargo-checksum.json": '{"files":{}}',
      "vendor/tiny/src/lib.rs": "pub fn two() -> i32 { 2 }\n",
    },
    command: "cargo test --offline",
    says: /1 passed/,
  },
  {
    name: "go",
    isThere: () => isInstalled("go"),
    files: {
      "go.mod": "module demo\n\ngo 1.19\n\nrequire example.com/near v0.0.0\n\nreplace example.com/near => ./near\n",
      "a_test.go":
        'package demo\n\nimport (\n\t"testing"\n\n\t"example.com/near"\n)\n\nfunc TestA(t *testing.T) {\n\tif near.Two() != 2 {\n\t\tt.Fatal()\n\t}\n}\n',
      "near/go.mod": "module example.com/near\n\ngo 1.19\n",
      "near/near.go": "package near\n\nfunc Two() int { return 2 }\n",
    },
    command: "go vet ./... && go test ./...",
    says: /^ok/m,
  },
  {
    name: "mvn",
    isThere: () => isInstalled("mvn"),
    files: { "pom.xml": `${MAVEN_MODEL}</project>` },
    command: `${AT_HOME} mvn -o validate`,
    says: /BUILD SUCCESS/,
  },
  {
    name: "mvn test",
    isThere: () => isInstalled("mvn") && Object.entries(PLUGINS).every(([name, version]) => isPlugin(name, version)),
    files: {
      "pom.xml":
        `${MAVEN_MODEL}<properties><maven.compiler.source>11</maven.compiler.source><maven.compiler.target>11</maven.compiler.target></properties>` +
        "<dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.x</version><scope>test</scope></dependency></dependencies>" +
        `<build><plugins>${Object.entries(PLUGINS).map(asPlugin).join("")}</plugins></build></project>`,
      ...JAVA_FILES,
    },
    command: `mvn -o -B -Dmaven.repo.local=${JAVA} test`,
    says: /Tests run: 1, Failures: 0, Errors: 0[\s\S]*BUILD SUCCESS/,
  },
  {
    name: "gradle",
    isThere: () => isInstalled("gradle") && existsSync("/usr/share/java/junit4.jar"),
    files: {
      "build.gradle":
        "apply plugin: 'java'\ndependencies { testCompile files('/usr/share/java/junit4.jar', '/usr/share/java/hamcrest-core.jar') }\n",
      ...JAVA_FILES,
    },
    command: `${AT_HOME} gradle --offline --no-daemon test && ls build/test-results/test`,
    says: /BUILD SUCCESSFUL[\s\S]*TEST-demo\.ATest\.xml/,
  },
  {
    name: "control groups, as Java reads them",
    isThere: () => process.platform === "linux",
    files: {},
    command:
      "! grep -E ' /[.][.].* - cgroup' /proc/self/mountinfo && ! touch /sys/fs/cgroup/x 2> /dev/null && echo fine",
    says: /fine/,
  },
  {
    name: "git",
    isThere: () => isInstalled("git"),
    files: { "a.txt": "" },
    command:
      "git init -q . && git add -A && git -c user.name=a -c user.email=a@b.example commit -qm one && git log --oneline",
    says: /one/,
  },
]

function isPlugin(name: string, version: string): boolean {
  return existsSync(join(JAVA, "org/apache/maven/plugins", name, version)) && existsSync(join(JAVA, "junit/junit/4.x"))
}

function asPlugin([name, version]: [string, string]): string {
  return `<plugin><artifactId>${name}</artifactId><version>${version}</version></plugin>`
}
