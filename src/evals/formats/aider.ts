import { readdir, readFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { CHECK_MS, type Job, type PlacedFile } from "../job.ts"
import { JobError } from "../job-error.ts"
import { isFileAt, isFolderAt } from "../sources/read-path.ts"

/* Aider's polyglot benchmark: exercises with a stub, tests, instructions in .docs and a solution in .meta. */

const CONFIG = join(".meta", "config.json")
const PRACTICE = join("exercises", "practice")

/** How the tests of a language are run, and what its tests need before they count. `{}` stands for the test files. */
const LANGUAGES: Readonly<
  Record<string, { readonly test: string; readonly setup?: string; readonly prepare?: string }>
> = {
  cpp: { test: "cmake -B build -DEXERCISM_RUN_ALL_TESTS=1 . && cmake --build build" },
  go: { test: "go test ./..." },
  java: { test: "sh ./gradlew test", prepare: "perl -pi -e 's/\\@Disabled\\([^)]*\\)//' {}" },
  javascript: {
    test: "npx jest {}",
    setup: "npm install --no-audit --no-fund --ignore-scripts",
    prepare: "perl -pi -e 's/\\bx(test|it|describe)\\b/$1/g' {}",
  },
  python: { test: "python3 -m pytest -q {}" },
  rust: { test: "cargo test -- --include-ignored" },
}

/** The jobs of an exercise, a language or the whole benchmark; nothing where it is none of them. */
export async function aiderJobs(place: string): Promise<Job[]> {
  const exercises = await exercisesIn(place)
  return Promise.all(exercises.map(toJob))
}

type Exercise = { readonly folder: string; readonly language: string | undefined }

async function exercisesIn(place: string): Promise<Exercise[]> {
  if (await isFileAt(join(place, CONFIG))) return [{ folder: place, language: languageAround(place) }]
  if (await isFolderAt(join(place, PRACTICE))) return practice(place)
  const folders = (await readdir(place, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const found = await Promise.all(
    folders.map(async ({ name }) =>
      (await isFolderAt(join(place, name, PRACTICE))) ? practice(join(place, name)) : [],
    ),
  )
  return found.flat()
}

async function practice(language: string): Promise<Exercise[]> {
  const names = (await readdir(join(language, PRACTICE))).sort()
  const folders = names.map((name) => join(language, PRACTICE, name))
  const isExercise = await Promise.all(folders.map((folder) => isFileAt(join(folder, CONFIG))))
  return folders.filter((_, index) => isExercise[index]).map((folder) => ({ folder, language: basename(language) }))
}

/** `…/python/exercises/practice/bowling` is of Python. */
function languageAround(folder: string): string | undefined {
  return Object.keys(LANGUAGES).find((language) => folder.includes(join(`/${language}`, PRACTICE)))
}

type Files = {
  readonly solution: readonly string[]
  readonly test: readonly string[]
  readonly example: readonly string[]
}

async function toJob({ folder, language }: Exercise): Promise<Job> {
  const files = await filesOf(join(folder, CONFIG))
  const known = language === undefined ? undefined : LANGUAGES[language]
  const tests = files.test.map((path) => `'${path}'`).join(" ")
  const prepare = known?.prepare?.replace("{}", tests)
  return {
    name: [language, basename(folder)].filter(Boolean).join("-"),
    request: await instructions(folder, files),
    source: { kind: "folder", path: folder, without: [".meta", ".approaches", ".docs", ...files.test] },
    setup: known?.setup,
    limits: {},
    hidden: { files: files.test.map((path) => ({ from: join(folder, path), to: path })), command: prepare },
    checks: known ? { tests: known.test.replace("{}", tests) } : {},
    checkMs: CHECK_MS,
    solution: { files: solved(folder, files) },
    isDone: false,
    unfit: known ? undefined : `how tests of ${language ?? "its language"} are run is not known`,
  }
}

async function filesOf(path: string): Promise<Files> {
  try {
    const { files } = JSON.parse(await readFile(path, "utf8")) as { files: Record<string, string[] | undefined> }
    const { solution = [], test = [], example = [], exemplar = [] } = files
    return { solution, test, example: [...example, ...exemplar] }
  } catch (error) {
    throw new JobError(`${path}: can't be read: ${(error as Error).message}.`)
  }
}

/** What the benchmark tells: introduction, instructions, what is added to them, and which files to change. */
async function instructions(folder: string, { solution }: Files): Promise<string> {
  const names = ["introduction.md", "instructions.md", "instructions.append.md"]
  const texts = await Promise.all(names.map((name) => readFile(join(folder, ".docs", name), "utf8").catch(() => "")))
  const about = `Implement it in ${solution.join(", ")}. Keep the names of existing functions and classes: tests that you don't see use them. Use nothing but the standard library.`
  return [...texts.map((text) => text.trim()).filter(Boolean), about].join("\n\n")
}

/** Examples belong to solutions by their names, else by their order. */
function solved(folder: string, { solution, example }: Files): PlacedFile[] {
  return example.flatMap((path, index) => {
    const to = solution.find((other) => basename(other) === basename(path)) ?? solution[index]
    return to === undefined ? [] : [{ from: join(folder, path), to }]
  })
}
