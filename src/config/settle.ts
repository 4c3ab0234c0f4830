import { type CamelCase, camelCase, entriesOf, looseness, type NamesWith, type Option } from "../options/option.ts"
import { RUN_OPTIONS, type RunOptions } from "../options/run-options.ts"
import type { Said } from "./config.ts"
import type { Sources } from "./load.ts"
import type { ConfigFile } from "./schema.ts"

/** Options that are not settled by a rule of their own. */
type Settled = Exclude<keyof RunOptions, NamesWith<RunOptions, { readonly project: "own" }>>

/** What holds of the options, by the names of code. */
export type SettledOptions = {
  readonly [Name in Settled as CamelCase<Name>]: RunOptions[Name] extends { readonly default: unknown }
    ? NonNullable<ConfigFile[Name]>
    : ConfigFile[Name] | undefined
}

/** What flags, environment, project and user say as one, by each option's rule. */
export function settled(said: Said, sources: Sources): SettledOptions {
  const values = entriesOf(RUN_OPTIONS)
    .filter(([, { project }]) => project !== "own")
    .map(([name, option]) => [camelCase(name), settle(name, option, said, sources)])
  return Object.fromEntries(values)
}

/** What a policy is where something else than its default holds if nobody says anything. */
export function settledOr<Name extends Settled>(
  name: Name,
  unsaid: NonNullable<ConfigFile[Name]>,
  said: Said,
  sources: Sources,
): NonNullable<ConfigFile[Name]> {
  return settle(name, { ...RUN_OPTIONS[name], default: unsaid }, said, sources) as NonNullable<ConfigFile[Name]>
}

function settle(name: keyof RunOptions, option: Option, said: Said, { user, project, own }: Sources): unknown {
  const strongest = said[camelCase(name) as keyof Said] ?? own[name]
  const weaker = byRule(option, user[name], project[name])
  return option.project.endsWith("by entry") ? joined(weaker, strongest) : (strongest ?? weaker)
}

/** The user's word and that of the workspace's file, which may come from anybody. */
function byRule(option: Option, user: unknown, project: unknown): unknown {
  switch (option.project) {
    case "wins":
      return project ?? user ?? option.default
    case "yields":
      return user ?? project ?? option.default
    case "wins by entry":
      return joined(user, project)
    case "yields by entry":
      return joined(project, user)
    case "stricter":
      return stricter(option, user ?? option.default, project)
    case "narrows":
      return narrowed(user ?? option.default, project)
    case "adds":
      return [...new Set([...listOf(user), ...listOf(project)])]
    case "never":
    case "own":
      return user ?? option.default
  }
}

function stricter(option: Option, user: unknown, project: unknown): unknown {
  const isStricter = project !== undefined && looseness(option, project) < looseness(option, user)
  return isStricter ? project : user
}

/** What both have; all of the user's where that would be nothing. */
function narrowed(user: unknown, project: unknown): unknown {
  if (!Array.isArray(user) || !Array.isArray(project)) return user
  const both = user.filter((value) => project.includes(value))
  return both.length > 0 ? both : user
}

function listOf(said: unknown): readonly unknown[] {
  return Array.isArray(said) ? said : []
}

/** Entries of both; those of the stronger one where both have them. */
function joined(weaker: unknown, stronger: unknown): object {
  return { ...(weaker as object | undefined), ...(stronger as object | undefined) }
}
