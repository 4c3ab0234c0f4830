import { describe, expect, it } from "vitest"
import { isByProduct, isLockFile, madeBeside } from "./by-products.ts"

/** What is in each folder of a workspace. */
function folders(names: Readonly<Record<string, readonly string[]>>) {
  return (folder: string) => names[folder] ?? []
}

const NOTHING = folders({})

describe("what a build leaves behind", () => {
  it.each([
    ".nyc_output/a.json",
    "src/__pycache__/x.pyc",
    "pkg/.pytest_cache/v/x",
    "a/b.tsbuildinfo",
    ".coverage",
    "node_modules/x/index.js",
    "coverage/lcov.info",
    "coverage/lcov-report/index.html",
    ".phpunit.result.cache",
    "pm_to_blib",
  ])("is known by its name: %s", (path) => {
    expect(isByProduct(path, NOTHING)).toBe(true)
  })

  it.each([
    ["target/debug/x", { ".": ["Cargo.toml"] }],
    ["crates/a/target/x", { "crates/a": ["Cargo.toml", "src/"] }],
    ["core/target/classes/A.class", { core: ["pom.xml"] }],
    ["app/build/libs/x.jar", { app: ["build.gradle.kts"] }],
    ["src/App/obj/project.assets.json", { "src/App": ["App.csproj"] }],
    ["_build/test/lib/x", { ".": ["mix.exs"] }],
    [".build/debug/x", { ".": ["Package.swift"] }],
    ["blib/lib/A.pm", { ".": ["Makefile.PL"] }],
    ["out/x.o", { out: ["CMakeCache.txt"] }],
    ["any/x", { any: ["CACHEDIR.TAG"] }],
    ["bazel-out/x", { ".": ["MODULE.bazel"] }],
  ])("is known by what is beside it: %s", (path, names) => {
    expect(isByProduct(path, folders(names as unknown as Record<string, string[]>))).toBe(true)
    expect(isByProduct(path.replace("A.class", "A.txt"), NOTHING)).toBe(false)
  })

  it.each([
    "src/target/mod.rs",
    "build/build.ts",
    "bin/keelson.js",
    "coverage/control.py",
    "src/a.ts",
    "Cargo.lock",
    "vendor/a.go",
  ])("is not somebody's work: %s", (path) => {
    expect(isByProduct(path, folders({ ".": ["Cargo.toml", "package.json"] }))).toBe(false)
  })

  it("has lock files told apart", () => {
    expect(["Cargo.lock", "web/package-lock.json", "go.sum", "src/lock.ts"].map(isLockFile)).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  it("is left out of checkpoints beside its manifest only", () => {
    expect(madeBeside(["Cargo.toml", "src/"])).toEqual(["target/"])
    expect(madeBeside(["package.json"])).toEqual([])
  })
})
