import { stableJson } from "../journal/stable-json.ts"
import type { McpServers } from "../mcp/mcp-servers.ts"
import { camelCase, entriesOf, type Option } from "../options/option.ts"
import { type OptionName, RUN_OPTIONS } from "../options/run-options.ts"
import type { ApprovalRule } from "../protocol/log/approval.ts"
import { Limits } from "../protocol/log/limits.ts"
import { strategyName } from "../strategies/names.ts"
import type { Config } from "./config.ts"
import { readSources, type Sources } from "./load.ts"
import type { ConfigFile } from "./schema.ts"

/** One setting as it is in force, and who said so. */
export type Origin = { readonly key: string; readonly value: unknown; readonly from: From }

type From = "environment" | "project" | "user" | "default" | "remembered"

/** Every setting that a config file may have, as runs in this workspace get it without flags. Holds no secrets. */
export function originsOf(
  config: Config,
  workspace: string,
  code: ConfigFile,
  remembered: readonly ApprovalRule[],
): Origin[] {
  const sources = readSources(workspace, config.environment, code)
  const at = (key: string, value: unknown): Origin => ({
    key,
    value: value ?? null,
    from: fromOf(sources, key.split("."), value),
  })
  const special = specialOrigins(config, sources, remembered)
  return entriesOf(RUN_OPTIONS).flatMap(([name, option]) => {
    const value = inForce(config, name)
    if (special[name]) return special[name]
    if (!hasEntries(name, option)) return [at(name, value)]
    return Object.entries(value as object).map(([entry, said]) => at(`${name}.${entry}`, said))
  })
}

/** What config code keeps in another form than files have it. */
function specialOrigins(
  config: Config,
  sources: Sources,
  remembered: readonly ApprovalRule[],
): { readonly [Name in OptionName]?: Origin[] } {
  const { approve, approveConfined, rules, mcp, strategy } = config
  return {
    strategy: [{ key: "strategy", value: strategy, from: strategyFrom(sources, config) }],
    ...(approve === approveConfined
      ? {}
      : { approve: [{ key: "approve", value: `${approve}; ${approveConfined} in a sandbox`, from: "default" }] }),
    rules: [
      ...rules.map((rule) => ({ key: "rules", value: rule, from: ruleFrom(sources, rule) })),
      ...remembered.map((rule) => ({ key: "rules", value: rule, from: "remembered" as const })),
    ],
    mcp: Object.entries(mcp).map(([name, server]) => ({
      key: `mcp.servers.${name}`,
      value: withoutSecrets(server),
      from: serverFrom(sources, name),
    })),
  }
}

function inForce(config: Config, name: OptionName): unknown {
  if (name === "base_url") return config.endpoint?.url
  if (name === "prices") return { ...config.projectPrices, ...config.prices }
  if (name === "limits") return { ...Limits.parse({}), ...config.limits }
  return config[camelCase(name) as keyof Config]
}

/** Each entry has an origin of its own. */
function hasEntries(name: OptionName, { project }: Option): boolean {
  return name === "limits" || name === "prices" || project.endsWith("by entry")
}

/** The strongest place that said the value that is in force. */
function fromOf({ user, project, own }: Sources, path: readonly string[], value: unknown): From {
  const places = [
    ["environment", own],
    ["project", project],
    ["user", user],
  ] as const
  const found = places.find(([, place]) => {
    const said = path.reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], place)
    return said !== undefined && stableJson(said) === stableJson(value)
  })
  return found?.[0] ?? "default"
}

/** It may be said by another of its names. */
function strategyFrom({ user, project, own }: Sources, { strategy, code }: Config): From {
  const meant = ({ strategy: said }: ConfigFile) => (said ? { strategy: strategyName(said, code.strategies) } : {})
  const sources = { user: meant(user), project: meant(project), own: meant(own), servers: {} }
  return fromOf(sources, ["strategy"], strategy)
}

function ruleFrom({ user }: Sources, rule: ApprovalRule): From {
  return (user.rules ?? []).some((own) => stableJson(own) === stableJson(rule)) ? "user" : "project"
}

function serverFrom({ user }: Sources, name: string): From {
  return Object.hasOwn(user.mcp?.servers ?? {}, name) ? "user" : "project"
}

/** A variable's name may be shown; a value that stands in the file may not. */
function withoutSecrets(server: McpServers[string]): unknown {
  if ("command" in server) return { ...server, env: hidden(server.env) }
  return { ...server, headers: hidden(server.headers) }
}

function hidden(values: Readonly<Record<string, string>>): Record<string, string> {
  const shown = (value: string) => (/^\$\{\w+\}$/.test(value) ? value : "(hidden)")
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(value)]))
}
