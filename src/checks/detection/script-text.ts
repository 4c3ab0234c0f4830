/** The `scripts` of a package.json. */
export type Scripts = Readonly<Record<string, string>>

const DEEPEST = 5

/** The plain commands of a script, with the scripts that it calls in place of their calls: what would really run. */
export function commandsOf(script: string, scripts: Scripts, depth = 0): string[] {
  return partsOf(script).flatMap((command) => {
    const called = calledScripts(command, scripts)
    if (called.length === 0 || depth >= DEEPEST) return [command]
    return called.flatMap((name) => commandsOf(scripts[name] ?? "", scripts, depth + 1))
  })
}

function partsOf(script: string): string[] {
  return script
    .split(/&&|\|\||[;|&\n]/)
    .map((command) => command.replace(/["'()]/g, " ").trim())
    .filter((command) => command !== "")
}

/** The other scripts that run when this one does, with what npm runs before and after each. */
export function scriptsRunBy(name: string, scripts: Scripts, seen = new Set<string>()): ReadonlySet<string> {
  const texts = [`pre${name}`, name, `post${name}`].map((part) => scripts[part] ?? "")
  const called = texts.flatMap(partsOf).flatMap((command) => calledScripts(command, scripts))
  for (const script of called.filter((one) => !seen.has(one))) scriptsRunBy(script, scripts, seen.add(script))
  return seen
}

const RUNS_SCRIPT = /^(?:npm|pnpm|yarn|bun)\s+(?:-\S+\s+)*(?:run(?:-script)?\s+)?(?:-\S+\s+)*([\w:.-]+)/
const RUNS_SEVERAL = /^(?:run-s|run-p|npm-run-all\d?|concurrently)\s+(.*)$/

function calledScripts(command: string, scripts: Scripts): string[] {
  const several = RUNS_SEVERAL.exec(withoutLaunchers(command))?.[1]?.split(/\s+/) ?? []
  const one = RUNS_SCRIPT.exec(command)?.[1] ?? ""
  return [one, ...several.map((word) => word.replace(/^npm:/, ""))].filter((name) => Object.hasOwn(scripts, name))
}

const LAUNCHER =
  /^(?:\w+=\S*|npx|bunx|pnpx|(?:npm|pnpm|yarn|bun)\s+(?:exec|x|dlx|run)|(?:pnpm|yarn|bun)(?=\s+[a-z])|node|cross-env|dotenv|env|time|exec|-{1,2}[\w-]+(?:=\S*)?|--)\s+/

/** `NODE_ENV=test npx --no-install jest --ci` is about `jest --ci`. */
export function withoutLaunchers(command: string): string {
  let rest = command
  while (LAUNCHER.test(rest)) rest = rest.replace(LAUNCHER, "")
  return rest
}

/** npm's own `echo "Error: no test specified" && exit 1`. */
export function isPlaceholder(script: string): boolean {
  return script.trim() === "" || /no tests? (specified|defined|configured|yet)/i.test(script)
}

const WATCH_FLAG = /\s--(?:ui|inspect-brk)\b|\s--watch(?:All)?(?!=(?:false|0)\b)(?:\s|=|$)/
const WATCHER =
  /^(?:vitest|vite-node|tsx) (?:watch|dev)\b|^(?:mocha|tsc|vue-tsc|ava)\b.*\s-w\b|^(?:nodemon|chokidar|watchexec|onchange|ts-node-dev)\b|^karma start(?!.*--single-run)|^cypress open\b/

/** A script that does not come to an end by itself. */
export function watches(commands: readonly string[]): boolean {
  return commands.some((command) => WATCH_FLAG.test(command) || WATCHER.test(withoutLaunchers(command)))
}

/** A check that repairs what it finds changes files behind everybody's back. */
export function rewrites(commands: readonly string[]): boolean {
  return commands.some((command) => /\s--(fix|write|apply|fix-dry-run)\b(?!=false)/.test(command))
}

/** Running ourselves from within a run would go on for ever. */
export function startsKeelson(commands: readonly string[]): boolean {
  return commands.some((command) => {
    const [program = ""] = withoutLaunchers(command).split(/\s+/)
    return /^keelson(\.[cm]?[jt]s)?(@\S*)?$/.test(program.slice(program.lastIndexOf("/") + 1))
  })
}

const OUTSIDE =
  /^(?:docker|podman|kubectl|terraform|semantic-release|gh-pages|vercel|publish|install)\b|^npm (?:publish|ci|i|install)\b|^\w+ deploy\b/

/** Containers, releases and installations are no checks. */
export function reachesOut(commands: readonly string[]): boolean {
  return commands.some((command) => OUTSIDE.test(withoutLaunchers(command)))
}
