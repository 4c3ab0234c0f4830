/** The names in a folder of the workspace, `.` for its root, folders with or without a `/` at their end; none where there is no folder. */
export type NamesIn = (folder: string) => readonly string[]

/** Folders that only tools make, whatever is beside them. */
const FOLDERS = new Set(
  [
    "node_modules bower_components .nyc_output .benchmarks .tap .cache htmlcov .turbo .parcel-cache .next .nuxt .svelte-kit .nx .angular .vite .wireit",
    "__pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .nox .venv .hypothesis .benchmarks .ipynb_checkpoints",
    ".gradle .kotlin .phpunit.cache .elixir_ls .swiftpm .bundle CMakeFiles .bazel .cache-loader .jest-cache",
  ].flatMap((line) => line.split(" ")),
)

/** Files that only tools make. */
const FILES =
  /^(?:.*\.(?:pyc|pyo|tsbuildinfo|gcda|gcno|profraw|class)|\.eslintcache|\.stylelintcache|\.coverage(?:\..+)?|coverage\.out|cover\.out|\.phpunit\.result\.cache|\.rspec_status|CMakeCache\.txt|CTestTestfile\.cmake|junit\.xml|\.DS_Store|pm_to_blib)$/

/** Folders that a tool makes beside its manifest; elsewhere the same names are anybody's. */
const BESIDE: readonly (readonly [folder: RegExp, manifest: RegExp])[] = [
  [/^target$/, /^(?:Cargo\.toml|pom\.xml|build\.sbt|project\.clj)$/],
  [/^build$/, /^(?:build|settings)\.gradle(?:\.kts)?$/],
  [/^(?:bin|obj|TestResults)$/, /\.(?:sln|[cfv][sb]proj)$/],
  [/^(?:_build|deps|cover)$/, /^mix\.exs$/],
  [/^\.build$/, /^Package\.swift$/],
  [/^vendor$/, /^composer\.json$/],
  [/^Testing$/, /^CTestTestfile\.cmake$/],
  [/^bazel-.+$/, /^(?:MODULE\.bazel|WORKSPACE(?:\.bazel)?)$/],
  [/^blib$/, /^(?:Makefile|Build)\.PL$/],
  [/\.egg-info$/, /^(?:pyproject\.toml|setup\.(?:py|cfg))$/],
]

/** What reports of coverage consist of; a folder `coverage` may as well be somebody's code. */
const COVERAGE =
  /^(?:lcov-report|lcov\.info|clover\.xml|cobertura\.xml|coverage-(?:final|summary)\.json|\.resultset\.json|\.last_run\.json|index\.html|assets|tmp)$/

/**
 * Whether a path of the workspace is what a build, a test or a cache leaves behind, and so nobody's work: not to be reported as a change,
 * nor a reason to run a check again. By its name and by what is beside it.
 */
export function isByProduct(path: string, namesIn: NamesIn): boolean {
  const parts = path.split("/").filter((part) => part !== "")
  if (FILES.test(parts.at(-1) ?? "")) return true
  return parts.slice(0, -1).some((part, index) => {
    const parent = index === 0 ? "." : parts.slice(0, index).join("/")
    return isMadeFolder(part, parent, namesIn, parts[index + 1] ?? "")
  })
}

function isMadeFolder(folder: string, parent: string, namesIn: NamesIn, next: string): boolean {
  if (FOLDERS.has(folder)) return true
  if (folder === "coverage" && COVERAGE.test(next)) return true
  const beside = BESIDE.filter(([pattern]) => pattern.test(folder)).map(([, manifest]) => manifest)
  if (beside.length > 0 && named(namesIn, parent).some((name) => beside.some((manifest) => manifest.test(name))))
    return true
  // Cargo, pytest and others mark their caches; CMake knows the folder that it was given by its cache.
  const inner = named(namesIn, parent === "." ? folder : `${parent}/${folder}`)
  return inner.includes("CACHEDIR.TAG") || inner.includes("CMakeCache.txt")
}

function named(namesIn: NamesIn, folder: string): string[] {
  return namesIn(folder).map((name) => name.replace(/\/$/, ""))
}

const LOCK_FILES = new Set(
  [
    "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock",
    "Cargo.lock go.sum go.work.sum uv.lock poetry.lock pdm.lock Pipfile.lock Gemfile.lock composer.lock mix.lock",
    "Package.resolved packages.lock.json gradle.lockfile MODULE.bazel.lock",
  ].flatMap((line) => line.split(" ")),
)

/** A lock file, by its name. One that a check made or changed is a by-product; one that a command of the run changed is its work. */
export function isLockFile(path: string): boolean {
  return LOCK_FILES.has(path.slice(path.lastIndexOf("/") + 1))
}

/** The folders that a tool makes beside these manifests, as patterns of a `.gitignore` in the same folder. */
export function madeBeside(names: readonly string[]): string[] {
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name))
  return [
    ...(has(/^(?:Cargo\.toml|pom\.xml|build\.sbt)$/) ? ["target/"] : []),
    ...(has(/^(?:build|settings)\.gradle(?:\.kts)?$/) ? ["build/"] : []),
    ...(has(/\.[cfv][sb]proj$/) ? ["obj/"] : []),
    ...(has(/^mix\.exs$/) ? ["_build/"] : []),
    ...(has(/^Package\.swift$/) ? [".build/"] : []),
  ]
}
