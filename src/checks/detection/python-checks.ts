import type { Check } from "../check.ts"
import type { Project } from "../project.ts"

const TEST_FILE = /^(test_\w*|\w+_test)\.py$/
const TEST_FOLDERS = ["tests", "test"]

/** The checks of a Python project: pytest, unittest or what the project has for that, and ruff where it is configured. */
export async function pythonChecks(project: Project): Promise<Check[]> {
  const environment = await environmentOf(project)
  const checks = [await testCheck(project, environment), await ruffCheck(project, environment)]
  return checks.filter((check) => check !== undefined)
}

/** How the programs of a project are started. */
type Environment = {
  readonly python: string
  /** Before a program that is installed in it: a folder, or `uv run `. */
  readonly start: string
  readonly isOwn: boolean
}

/** The project's own virtual environment or that of the project around it, else the one that its manager keeps, else the system's. */
async function environmentOf(project: Project): Promise<Environment> {
  const above = [".venv", "venv"].flatMap((name) => (project.place ? [`${project.place.above}/${name}`] : []))
  for (const folder of [".venv", "venv", ...above]) {
    if (!(await project.exists(`${folder}/bin/python`))) continue
    return { python: `${folder}/bin/python`, start: `${folder}/bin/`, isOwn: true }
  }
  for (const [lock, program, start] of MANAGERS) {
    if (!(await project.exists(lock)) || !(await project.hasProgram(program))) continue
    return { python: `${start}python`, start, isOwn: true }
  }
  return { python: "python3", start: "", isOwn: false }
}

const MANAGERS = [
  ["uv.lock", "uv", "uv run --frozen --offline "],
  ["poetry.lock", "poetry", "poetry run "],
  ["pdm.lock", "pdm", "pdm run "],
] as const

async function testCheck(project: Project, environment: Environment): Promise<Check | undefined> {
  const settings = await pytestSettings(project)
  const { python } = environment
  const test = { name: "test", kind: "test" } as const
  const hatch = await hatchScript(project)
  if (hatch !== undefined) return { ...test, ...hatch }
  if (settings === undefined) {
    if (/django/i.test((await project.readText("manage.py")) ?? "")) return djangoCheck(python)
    const own = await runnerScript(project, python)
    if (own !== undefined) return { ...test, ...own }
  }
  const folder = await folderWithTests(project)
  const source = settings ?? folder?.file
  if (source === undefined) return toolSession(project)
  if (settings === undefined && !(await hasPytest(project, environment))) {
    const command = `${python} -m unittest discover${await startFolder(project, folder?.folder ?? ".")}`
    return { ...test, command, source, parser: "unittest" }
  }
  return { ...test, command: `${python} -m pytest -q`, source, parser: "pytest" }
}

/** What a manager keeps we don't see; a project that it locked names pytest where it wants it. */
async function hasPytest(project: Project, { start, isOwn }: Environment): Promise<boolean> {
  return isOwn && start.endsWith("/") ? project.exists(`${start}pytest`) : project.hasProgram("pytest")
}

/** `runtests.py`, as Django itself and many of its applications have it. */
async function runnerScript(
  project: Project,
  python: string,
): Promise<Pick<Check, "command" | "source" | "parser"> | undefined> {
  for (const folder of [".", "tests"]) {
    const source = folder === "." ? "runtests.py" : `${folder}/runtests.py`
    if (!(await project.exists(source))) continue
    const isBelow = folder !== "." && !python.startsWith("/") && python.includes("/") && !python.includes(" ")
    const command =
      folder === "." ? `${python} runtests.py` : `cd ${folder} && ${isBelow ? "../" : ""}${python} runtests.py`
    return { command, source, parser: "unittest" }
  }
  return undefined
}

/** The `test` script of hatch's default environment. */
async function hatchScript(project: Project): Promise<Pick<Check, "command" | "source" | "parser"> | undefined> {
  const text = (await project.readText("pyproject.toml")) ?? ""
  const hasScript = /^\[tool\.hatch\.envs\.default\.scripts\][^[]*^test\s*=/m.test(text)
  if (!hasScript || !(await project.hasProgram("hatch"))) return undefined
  return { command: "hatch run test", source: "pyproject.toml hatch scripts.test", parser: "pytest" }
}

/** Sessions of nox and tox where nothing else is found. Their environments have to be there: nothing is installed. */
async function toolSession(project: Project): Promise<Check | undefined> {
  const test = { name: "test", kind: "test", parser: "auto" } as const
  const noxfile = (await project.readText("noxfile.py")) ?? ""
  const session = /^def (tests?|unit)\(/m.exec(noxfile)?.[1]
  if (session !== undefined) return { ...test, command: `nox -R -s ${session}`, source: "noxfile.py" }
  const tox = await firstMatch(project, [
    ["tox.ini", /^\[testenv\]/m],
    ["tox.toml", /^\[env_run_base\]/m],
    ["pyproject.toml", /^\[tool\.tox\b/m],
  ])
  return tox === undefined ? undefined : { ...test, command: "tox run -e py --skip-pkg-install", source: tox }
}

/** Django has to set up its applications and a database before its tests. */
function djangoCheck(python: string): Check {
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

async function ruffCheck(project: Project, { start }: Environment): Promise<Check | undefined> {
  const source = await firstMatch(project, [
    ["ruff.toml", /^/],
    [".ruff.toml", /^/],
    ["pyproject.toml", /^\s*\[tool\.ruff\b/m],
  ])
  if (source === undefined) return undefined
  const ruff = start.endsWith("/") && (await project.exists(`${start}ruff`)) ? `${start}ruff` : "ruff"
  return { name: "lint", kind: "lint", command: `${ruff} check .`, source, parser: "ruff" }
}

async function firstMatch(project: Project, places: typeof PYTEST_SETTINGS): Promise<string | undefined> {
  for (const [file, pattern] of places) {
    const text = await project.readText(file)
    if (text !== undefined && pattern.test(text)) return file
  }
  return undefined
}
