import type { Check } from "../check.ts"
import type { Project } from "../project.ts"

const TEST_FILE = /^(test_\w*|\w+_test)\.py$/
const TEST_FOLDERS = ["tests", "test"]

/** The checks of a Python project: pytest or unittest, and ruff where it is configured. */
export async function pythonChecks(project: Project): Promise<Check[]> {
  const environment = await virtualEnvironment(project)
  const checks = [await testCheck(project, environment), await ruffCheck(project, environment)]
  return checks.filter((check) => check !== undefined)
}

/** The folder with the project's own programs, with a slash at its end; empty where there is none. */
async function virtualEnvironment(project: Project): Promise<string> {
  for (const folder of [".venv", "venv"]) if (await project.exists(`${folder}/bin/python`)) return `${folder}/bin/`
  return ""
}

async function testCheck(project: Project, environment: string): Promise<Check | undefined> {
  const settings = await pytestSettings(project)
  const django = settings === undefined && /django/i.test((await project.readText("manage.py")) ?? "")
  if (django) return djangoCheck(environment)
  const folder = await folderWithTests(project)
  const source = settings ?? folder?.file
  if (source === undefined) return undefined
  const python = environment === "" ? "python3" : `${environment}python`
  const hasPytest =
    environment === "" ? await project.hasProgram("pytest") : await project.exists(`${environment}pytest`)
  if (settings === undefined && !hasPytest) {
    const command = `${python} -m unittest discover${await startFolder(project, folder?.folder ?? ".")}`
    return { name: "test", kind: "test", command, source, parser: "unittest" }
  }
  return { name: "test", kind: "test", command: `${python} -m pytest -q`, source, parser: "pytest" }
}

/** Django has to set up its applications and a database before its tests. */
function djangoCheck(environment: string): Check {
  const python = environment === "" ? "python3" : `${environment}python`
  return {
    name: "test",
    kind: "test",
    command: `${python} manage.py test --noinput`,
    source: "manage.py",
    parser: "unittest",
  }
}

const PYTEST_SETTINGS: readonly (readonly [file: string, pattern: RegExp])[] = [
  ["pytest.ini", /^/],
  [".pytest.ini", /^/],
  ["conftest.py", /^/],
  ["tests/conftest.py", /^/],
  ["pyproject.toml", /^\s*\[tool\.pytest\b|^\s*["']?pytest\b|["']pytest\s*["'<>=~!;[]/m],
  ["setup.cfg", /^\[tool:pytest\]/m],
  ["tox.ini", /^\[pytest\]/m],
  ["requirements-dev.txt", /^pytest\b/m],
  ["requirements.txt", /^pytest\b/m],
]

function pytestSettings(project: Project): Promise<string | undefined> {
  return firstMatch(project, PYTEST_SETTINGS)
}

async function folderWithTests(project: Project): Promise<{ folder: string; file: string } | undefined> {
  for (const folder of [...TEST_FOLDERS, "."]) {
    const names = await project.list(folder)
    const file = names.find((name) => TEST_FILE.test(name))
    if (file !== undefined) return { folder, file: folder === "." ? file : `${folder}/${file}` }
    if (folder !== ".") {
      const below = await fileBelow(project, folder, names)
      if (below !== undefined) return { folder, file: below }
    }
  }
  return undefined
}

async function fileBelow(project: Project, folder: string, names: readonly string[]): Promise<string | undefined> {
  for (const name of names.filter((candidate) => candidate.endsWith("/"))) {
    const file = (await project.list(`${folder}/${name.slice(0, -1)}`)).find((candidate) => TEST_FILE.test(candidate))
    if (file !== undefined) return `${folder}/${name}${file}`
  }
  return undefined
}

/** Tests in a package are imported from the root, others from their own folder. */
async function startFolder(project: Project, folder: string): Promise<string> {
  if (folder === ".") return ""
  return (await project.exists(`${folder}/__init__.py`)) ? ` -s ${folder} -t .` : ` -s ${folder}`
}

async function ruffCheck(project: Project, environment: string): Promise<Check | undefined> {
  const source = await firstMatch(project, [
    ["ruff.toml", /^/],
    [".ruff.toml", /^/],
    ["pyproject.toml", /^\s*\[tool\.ruff\b/m],
  ])
  if (source === undefined) return undefined
  const ruff = environment !== "" && (await project.exists(`${environment}ruff`)) ? `${environment}ruff` : "ruff"
  return { name: "lint", kind: "lint", command: `${ruff} check .`, source, parser: "ruff" }
}

async function firstMatch(project: Project, places: typeof PYTEST_SETTINGS): Promise<string | undefined> {
  for (const [file, pattern] of places) {
    const text = await project.readText(file)
    if (text !== undefined && pattern.test(text)) return file
  }
  return undefined
}
