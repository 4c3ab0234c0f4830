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
    /^((python[\d.]*|\S*\/python[\d.]*) -m )?pytest\b|^py\.test\b|^(uv|poetry|pdm|hatch) run (python -m )?pytest\b/,
  ],
  ["unittest", /^(\S*python[\d.]*) -m unittest\b|manage\.py test\b/],
  ["ruff", /^((\S*python[\d.]*) -m )?(\S*\/)?ruff\b|^(uv|poetry|pdm|hatch) run ruff\b/],
  ["cargo", /^cargo\b/],
  ["go", /^go (test|vet|build)\b/],
  ["maven", /^(\.\/)?mvnw?\b/],
  ["gradle", /^(\.\/)?gradlew?\b/],
]

/** The reader for the tool that a command starts; undefined where it is none that we know. */
export function toolOf(command: string): string | undefined {
  // `node` is a launcher of other tools, except with its own test runner.
  if (/(^|\s)(node|tsx)\s+(-\S+\s+)*--test\b|^tap\b|^node-test\b/.test(command)) return "node-test"
  const plain = withoutLaunchers(command)
  return TOOLS.find(([, pattern]) => pattern.test(plain))?.[0]
}

/** The reader for a whole script: the one tool in it, or `auto` for several or none that we know. */
export function parserFor(commands: readonly string[]): string {
  const tools = new Set(commands.map(toolOf).filter((tool) => tool !== undefined))
  const [only] = tools
  return tools.size === 1 && only !== undefined ? only : "auto"
}
