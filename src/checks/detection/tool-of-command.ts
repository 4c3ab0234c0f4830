import type { CodeLanguage } from "../coverage/languages.ts"
import { withoutLaunchers } from "./script-text.ts"

/** How a command line names each tool whose output we can read. */
const TOOLS: readonly (readonly [parser: string, pattern: RegExp])[] = [
  ["vitest", /^vitest\b/],
  ["jest", /^(\S*\/)?jest(\.js)?\b|^(react-scripts|react-app-rewired|craco|tsdx) test\b/],
  ["mocha", /^_?mocha\b/],
  ["tsc", /^(tsc|vue-tsc|tsgo)\b/],
  ["eslint", /^eslint\b|^(next|expo) lint\b|^vue-cli-service lint\b|^xo\b/],
  ["biome", /^biome\b/],
  [
    "pytest",
    /^((python[\d.]*|\S*\/python[\d.]*) -m )?pytest\b|^py\.test\b|^(uv|poetry|pdm|hatch) run (--?[\w-]+ )*(python -m )?pytest\b/,
  ],
  ["unittest", /^(\S*python[\d.]*) -m unittest\b|manage\.py test\b/],
  ["ruff", /^((\S*python[\d.]*) -m )?(\S*\/)?ruff\b|^(uv|poetry|pdm|hatch) run (--?[\w-]+ )*ruff\b/],
  ["cargo", /^cargo\b/],
  ["go", /^go (test|vet|build)\b/],
  ["maven", /^(\.\/)?mvnw?\b/],
  ["gradle", /^(\.\/)?gradlew?\b/],
  ["c-tests", /^(cmake|ctest)\b/],
  ["dotnet", /^dotnet (test|build|vstest)\b/],
  ["prove", /^prove\b/],
  ["rspec", /^(bundle exec )?((\.\/)?bin\/)?rspec\b/],
  ["minitest", /^(bundle exec )?(rake test|((\.\/)?bin\/)?rails test|ruby\b)/],
  ["phpunit", /^(php )?((\.\/)?vendor\/bin\/)?(phpunit|pest)\b/],
  ["exunit", /^mix test\b/],
  ["deno", /^deno (test|check)\b/],
  ["swift", /^swift (test|build)\b/],
  ["bazel", /^bazel(isk)?\b.* (test|build)\b/],
]

/** The reader for the tool that a command starts; undefined where it is none that we know. */
export function toolOf(command: string): string | undefined {
  // `node` is a launcher of other tools, except with its own test runner.
  if (/(^|\s)(node|tsx)\s+(-\S+\s+)*--test\b|^tap\b|^node-test\b/.test(command)) return "node-test"
  const plain = withoutLaunchers(command)
  return TOOLS.find(([, pattern]) => pattern.test(plain))?.[0]
}

const LANGUAGE_OF_TOOL: Readonly<Record<string, CodeLanguage>> = {
  vitest: "node",
  jest: "node",
  mocha: "node",
  "node-test": "node",
  tsc: "node",
  eslint: "node",
  biome: "node",
  pytest: "python",
  unittest: "python",
  ruff: "python",
  cargo: "rust",
  go: "go",
  maven: "java",
  gradle: "java",
  "c-tests": "c",
  dotnet: "dotnet",
  rspec: "ruby",
  minitest: "ruby",
  phpunit: "php",
  exunit: "elixir",
  deno: "node",
  swift: "swift",
}

/** Programs behind which anything may run. */
const OPAQUE = /^(?:make|gmake|just|task|bazel(?:isk)?|sh|bash|zsh|\.{1,2}\/\S+|\S+\.sh)(?:\s|$)/

/** The languages that commands say something of; undefined where that can be any. */
export function languagesOf(commands: readonly string[]): CodeLanguage[] | undefined {
  if (commands.some((command) => OPAQUE.test(withoutLaunchers(command)))) return undefined
  const languages = commands.map((command) => LANGUAGE_OF_TOOL[toolOf(command) ?? ""])
  return [...new Set(languages.filter((language) => language !== undefined))]
}

/** The reader for a whole script: the one tool in it, or `auto` for several or none that we know. */
export function parserFor(commands: readonly string[]): string {
  const tools = new Set(commands.map(toolOf).filter((tool) => tool !== undefined))
  const [only] = tools
  return tools.size === 1 && only !== undefined ? only : "auto"
}
