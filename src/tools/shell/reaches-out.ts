/**
 * Whether a command, as far as its words tell, changes something outside of this machine: publishes, pushes, deploys, sends. What can't be told
 * counts as local. No protection: the sandbox is that. It only says what must not happen by habit after tests that failed.
 */
export function reachesOut(line: string): boolean {
  return line.split(/\|\||&&|[;|&()\n]/).some((part) => isOutward(wordsOf(part)))
}

function wordsOf(part: string): string[] {
  const words = part.split(/\s+/).flatMap((word) => word.replace(/^["'`$]+|["'`]+$/g, "") || [])
  const first = words.findIndex((word) => !/^\w+=/.test(word) && !PREFIXES.has(word))
  return first < 0 ? [] : words.slice(first)
}

function isOutward([path = "", ...rest]: readonly string[]): boolean {
  const program = path.split("/").at(-1) ?? ""
  if (ALWAYS.test(program)) return true
  if (FETCHERS.has(program)) return rest.some((word) => /^(https?:\/\/|\w[\w-]*\.\w)/.test(word) && !LOCAL.test(word))
  const named = rest.filter((word) => !word.startsWith("-"))
  const verbs = Object.hasOwn(BY_VERB, program) ? BY_VERB[program] : undefined
  if (verbs && named.some((word) => verbs.test(word))) return true
  if (verbs && !SCRIPTS.has(program)) return false
  // The script itself, what a shell or an interpreter is given, or a target of npm's or make's.
  const scripts = SCRIPTS.has(program) ? named.slice(0, rest.some((word) => CODE.test(word)) ? 0 : 3) : [program]
  return scripts.some((word) => TELLING.test(word))
}

/** Their arguments are the command. */
const PREFIXES = new Set(["sudo", "env", "time", "nohup", "exec", "command", "npx", "bunx", "uvx", "pipx"])

const ALWAYS =
  /^(gh|glab|kubectl|helm|terraform|tofu|pulumi|ansible(-playbook)?|aws|gcloud|az|flyctl|fly|vercel|netlify|heroku|wrangler|firebase|serverless|sls|scp|sftp|ssh|semantic-release|goreleaser)$/
const FETCHERS = new Set(["curl", "wget", "http", "https", "rsync"])
const LOCAL = /^(https?:\/\/)?(localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)([:/]|$)/

const PUBLISH = /^publish$/
const BY_VERB: Readonly<Record<string, RegExp>> = {
  git: /^(push|send-email)$/,
  ...Object.fromEntries(
    "npm pnpm yarn bun cargo poetry uv flit hatch pdm lerna jsr vsce ovsx".split(" ").map((name) => [name, PUBLISH]),
  ),
  twine: /^upload$/,
  ...Object.fromEntries(["gem", "docker", "podman", "dotnet", "nuget"].map((name) => [name, /^push$/])),
}

const SCRIPTS = new Set(
  "npm pnpm yarn bun make just task sh bash zsh node python python3 ruby gradle ./gradlew gradlew mvn rake".split(" "),
)
/** What follows is code, not a name. */
const CODE = /^(-[ec]|--eval|--print|-p)$/
const TELLING = /(^|[/:._-])(deploy|publish|release|upload|push)([:._-]|$)/
