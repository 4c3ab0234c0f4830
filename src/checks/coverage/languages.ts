/** A family of languages that one tool chain tests together. */
export type CodeLanguage =
  | "node"
  | "python"
  | "rust"
  | "go"
  | "java"
  | "c"
  | "dotnet"
  | "ruby"
  | "php"
  | "elixir"
  | "swift"
  | "shell"
  | "other"

const ENDINGS: Readonly<Record<CodeLanguage, string>> = {
  node: "js mjs cjs jsx ts mts cts tsx vue svelte astro",
  python: "py pyi pyx",
  rust: "rs",
  go: "go",
  java: "java kt kts groovy scala",
  c: "c h cc cpp cxx hh hpp hxx m mm",
  dotnet: "cs fs vb",
  ruby: "rb rake gemspec",
  php: "php",
  elixir: "ex exs",
  swift: "swift",
  shell: "sh bash zsh",
  other: "lua pl pm r jl hs ml mli clj dart zig nim erl cr d f90 ps1",
}

const LANGUAGE_OF = new Map(
  Object.entries(ENDINGS).flatMap(([language, endings]) =>
    endings.split(" ").map((ending) => [ending, language as CodeLanguage] as const),
  ),
)

/** The language of a source file; undefined for documents, data and settings, which no check has to cover. */
export function languageOf(path: string): CodeLanguage | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1)
  return LANGUAGE_OF.get(name.slice(name.lastIndexOf(".") + 1).toLowerCase())
}

/** Tool chains that build C along with their own language. */
export const BUILDS_C: ReadonlySet<CodeLanguage> = new Set(["rust", "go", "swift"])

/** In place of a language: whatever a check of this starts may be about anything. */
export const ANY = "any"
