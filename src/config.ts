import { existsSync, readFileSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { z } from "zod"
import { ChecksOption } from "./checks/checks-option.ts"
import { stateFolder } from "./journal/state-folder.ts"
import { ConstraintOptions, ExceptionPolicy } from "./protocol/constraints.ts"
import { ApprovalPolicy, Price, VerifyMoment } from "./protocol/environment.ts"
import { Limits } from "./protocol/limits.ts"
import { stricterPolicy } from "./run/approval.ts"
import { stricterExceptions, tighterConstraints } from "./run/constraints/merge-options.ts"

/** What was configured can't be used; the message is one line with the place of what is wrong. */
export class ConfigError extends Error {
  override name = "ConfigError"
}

/** The limits as a file or a flag gives them: without defaults, so that what was not said stays unsaid. */
export type GivenLimits = Partial<Limits>

/** A base URL for one provider. An untrusted one was named by the workspace's own file: it gets no key and is not recorded. */
export type Endpoint = { readonly url: string; readonly isTrusted: boolean; readonly provider: string }

/** What the command line says; it wins over everything else. */
export type Flags = {
  readonly workspace: string
  readonly model?: string | undefined
  readonly baseUrl?: string | undefined
  readonly strategy?: string | undefined
  readonly approve?: ApprovalPolicy | undefined
  /** `false` turns it off; `true` says nothing. */
  readonly sandbox?: boolean | undefined
  readonly network?: boolean | undefined
  readonly limits?: GivenLimits | undefined
  readonly scope?: readonly string[] | undefined
  readonly exceptions?: ExceptionPolicy | undefined
  readonly verify?: VerifyMoment | undefined
  readonly settings?: Readonly<Record<string, unknown>> | undefined
}

/** Files, environment and flags as one. */
export type Config = {
  readonly model: string | undefined
  /** Models that answer some controls instead of the main one, by control. */
  readonly models: Readonly<Record<string, string>>
  /** Who is asked when a model gives up. */
  readonly fallback: string | undefined
  readonly endpoint: Endpoint | undefined
  readonly strategy: string
  /** What needs no question where nothing confines commands. */
  readonly approve: ApprovalPolicy
  /** The same where a sandbox does: only the default differs. */
  readonly approveConfined: ApprovalPolicy
  readonly sandbox: SandboxSetting
  /** Whether commands in the sandbox may use the network. */
  readonly network: boolean
  readonly limits: GivenLimits
  readonly constraints: ConstraintOptions
  /** Globs of what a run may change; none means everything in the workspace. */
  readonly scope: readonly string[]
  readonly exceptions: ExceptionPolicy
  /** When the project's checks run, and which they are; what the workspace has where nothing is said. */
  readonly verify: VerifyMoment
  readonly checks: ChecksOption | undefined
  readonly settings: Readonly<Record<string, unknown>>
  /** By model, with or without its provider. */
  readonly prices: Readonly<Record<string, Price>>
  readonly stateFolder: string
  /** Where secret values are looked for. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Things worth a line to the user before the run starts. */
  readonly notices: readonly string[]
  /** Where a model was looked for, for the message that there is none. */
  readonly places: readonly string[]
}

const PROJECT_FILE = "keelson.config.json"
const PROJECT_CODE = ["keelson.config.ts", "keelson.config.js", "keelson.config.mjs"]
const COMPATIBLE = "openai-compatible"

/** `auto` uses a sandbox where there is one. */
const SandboxSetting = z.enum(["auto", "off"])
type SandboxSetting = z.infer<typeof SandboxSetting>

/** What a model can be set for; `turn` is a free reply, as in `react`. */
const Control = z.enum(["request_analyser", "phase_planner", "plan_tool_call", "judge_tasks", "summarizer", "turn"])

const ConfigFile = z.strictObject({
  $schema: z.string().optional(),
  model: z.string().min(1).optional(),
  models: z.partialRecord(Control, z.string().min(1)).optional(),
  fallback: z.string().min(1).optional(),
  base_url: z.url({ protocol: /^https?$/, error: "expected an http or https URL" }).optional(),
  strategy: z.string().optional(),
  approve: ApprovalPolicy.optional(),
  sandbox: SandboxSetting.optional(),
  network: z.boolean().optional(),
  limits: limitsWithoutDefaults().optional(),
  constraints: ConstraintOptions.optional(),
  scope: z.array(z.string().min(1)).optional(),
  exceptions: ExceptionPolicy.optional(),
  verify: VerifyMoment.optional(),
  checks: ChecksOption.optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
  prices: z.record(z.string(), z.strictObject(Price.shape)).optional(),
})
type ConfigFile = z.infer<typeof ConfigFile>

/** Reads everything in rising order: user file, project file, environment, flags. Throws `ConfigError`. */
export function loadConfig(flags: Flags, environment: Config["environment"] = process.env): Config {
  const userPath = userFile(environment)
  const user = readConfigFile(userPath, userPath)
  const project = readConfigFile(join(flags.workspace, PROJECT_FILE), PROJECT_FILE)
  const own = readEnvironment(environment)
  const model = flags.model ?? own.model ?? project.model ?? user.model
  const given = { model: flags.model, base_url: check(ConfigFile.shape.base_url, flags.baseUrl, "--base-url") }
  const endpoint = endpointOf(model, [given, own, project, user])
  const approveOr = (unsaid: ApprovalPolicy) =>
    flags.approve ?? own.approve ?? stricterPolicy(user.approve ?? unsaid, project.approve ?? "full")
  return {
    model,
    models: { ...user.models, ...project.models },
    fallback: project.fallback ?? user.fallback,
    endpoint,
    strategy: flags.strategy ?? project.strategy ?? user.strategy ?? "phased",
    approve: approveOr("ask"),
    approveConfined: approveOr("edits"),
    ...confinementOf(flags, project, user),
    limits: { ...tighter(user.limits, project.limits), ...flags.limits },
    constraints: tighterConstraints(user.constraints ?? { enforce: true }, project.constraints ?? { enforce: true }),
    scope: flags.scope ?? user.scope ?? project.scope ?? [],
    exceptions: flags.exceptions ?? stricterExceptions(user.exceptions ?? "ask", project.exceptions ?? "grant"),
    verify: flags.verify ?? project.verify ?? user.verify ?? "round",
    checks: project.checks ?? user.checks,
    settings: { ...user.settings, ...project.settings, ...flags.settings },
    // A project that named a low price could make a cost limit meaningless.
    prices: { ...project.prices, ...user.prices },
    stateFolder: stateFolder(environment),
    environment,
    notices: noticesOf(flags.workspace, endpoint),
    places: ["--model", "KEELSON_MODEL", PROJECT_FILE, userPath],
  }
}

/** A project can't open what the user closed: it may ask for a sandbox that is switched off, and do without the network. */
function confinementOf(flags: Flags, project: ConfigFile, user: ConfigFile): Pick<Config, "sandbox" | "network"> {
  const sandbox = project.sandbox === "auto" ? "auto" : (user.sandbox ?? "auto")
  const network = project.network !== false && user.network === true
  return { sandbox: flags.sandbox === false ? "off" : sandbox, network: flags.network ?? network }
}

/** The word before the colon; a name alone is some compatible server's. */
export function providerOf(model: string): string {
  return /^([^:]*):/.exec(model)?.[1] ?? COMPATIBLE
}

/** What was said about this model's address: a base URL holds for the models of one provider, whatever they are asked. */
export function endpointFor({ endpoint }: Pick<Config, "endpoint">, model: string): Endpoint | undefined {
  return endpoint?.provider === providerOf(model) ? endpoint : undefined
}

/** Where runs are kept, for commands that need nothing else. */
export function configuredStateFolder(): string {
  return stateFolder(process.env)
}

/** The user's own config, whether it exists or not. */
export function userFile(environment: Config["environment"]): string {
  const base = environment.XDG_CONFIG_HOME || join(environment.HOME || homedir(), ".config")
  return join(base, "keelson", "config.json")
}

function readConfigFile(path: string, name: string): ConfigFile {
  const text = readIfThere(path, name)
  return text === undefined ? {} : check(ConfigFile, parseJson(text, name), name)
}

function readIfThere(path: string, name: string): string | undefined {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === "ENOENT" || code === "ENOTDIR") return undefined
    throw new ConfigError(`${name}: can't be read (${code}).`)
  }
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ConfigError(`${name}: not valid JSON: ${(error as Error).message.replace(/\s+/g, " ")}`)
  }
}

function readEnvironment(environment: Config["environment"]): ConfigFile {
  const { KEELSON_MODEL: model, KEELSON_BASE_URL: baseUrl } = environment
  return {
    ...(model ? { model } : {}),
    ...(baseUrl ? { base_url: check(ConfigFile.shape.base_url, baseUrl, "KEELSON_BASE_URL") } : {}),
    ...(environment.KEELSON_APPROVE
      ? { approve: check(ApprovalPolicy, environment.KEELSON_APPROVE, "KEELSON_APPROVE") }
      : {}),
  }
}

function check<T>(schema: z.ZodType<T>, value: unknown, place: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = issue?.path.join(".")
  const problem = (issue?.message ?? "not valid").replace(/^Invalid (input|option): /, "")
  throw new ConfigError(`${place}: ${path ? `${path}: ` : ""}${problem}`)
}

type Said = Pick<ConfigFile, "model" | "base_url">

/** The strongest place that names an address. It is meant for the model of the same place, else for the one in use. */
function endpointOf(model: string | undefined, places: readonly [Said, Said, Said, Said]): Endpoint | undefined {
  const place = places.find(({ base_url }) => base_url)
  if (!place?.base_url) return undefined
  const [, , project, user] = places
  const isTrusted = place !== project || project.base_url === user.base_url
  return { url: place.base_url, isTrusted, provider: providerOf(place.model ?? model ?? "") }
}

/** Smaller is tighter for every limit: a project may lower what the user allows, and set what the user left open. */
function tighter(user: GivenLimits = {}, project: GivenLimits = {}): GivenLimits {
  const lowered = Object.entries(project).filter(([name, value]) => {
    const own = user[name as keyof Limits]
    return own === undefined || own === null || (value !== null && value < own)
  })
  return { ...user, ...Object.fromEntries(lowered) }
}

function noticesOf(workspace: string, endpoint: Endpoint | undefined): string[] {
  const code = PROJECT_CODE.filter((name) => existsSync(join(workspace, name)))
  return [
    ...code.map((name) => `${name} is code of this workspace and is not run; put the settings into ${PROJECT_FILE}.`),
    ...(endpoint?.isTrusted === false
      ? [`${PROJECT_FILE} of this workspace names ${endpoint.url}; requests go there, without your key.`]
      : []),
  ]
}

function limitsWithoutDefaults(): z.ZodType<GivenLimits> {
  const fields = Object.entries(Limits.shape).map(([name, field]) => [name, field.unwrap().optional()] as const)
  return z.strictObject(Object.fromEntries(fields)) as unknown as z.ZodType<GivenLimits>
}
