import { type Limit, type LimitName, limitsWith } from "@keelson/options/declared/limits.ts"
import { entriesOf, type FormField, type Option } from "@keelson/options/option.ts"
import { RUN_OPTIONS } from "@keelson/options/run-options.ts"
import type { SettingsReply, StartRequest } from "@keelson/protocol/api/api.ts"
import { formatSource, sourceIn } from "@keelson/protocol/log/source.ts"
import type { RunStarted } from "../../api/log-lines.ts"
import { typedUnit } from "./typed-limit.ts"

/** What the form holds; texts as they are typed, empty where the default shall hold. */
export type Wish = {
  readonly workspace: string
  /** A git repository in place of the folder; empty for none. */
  readonly source: string
  readonly strategy: string
  readonly options: Readonly<Record<string, string | boolean>>
  readonly limits: { readonly [Name in LimitName]?: string }
}

/** An option that the form asks for. */
export type AskedOption = Option & { readonly name: string; readonly form: FormField }

/** Strategy and folder have fields of their own kind. */
export const ASKED_OPTIONS: readonly AskedOption[] = entriesOf(RUN_OPTIONS).flatMap(([name, option]) =>
  option.form ? [{ ...option, name, form: option.form }] : [],
)

export function initialWish(settings: SettingsReply): Wish {
  return {
    workspace: settings.workspace,
    source: settings.source ?? "",
    strategy: settings.strategy ?? settings.strategies[0]?.name ?? "",
    options: Object.fromEntries(ASKED_OPTIONS.map((option) => [option.name, initialValue(option, settings)])),
    limits: {},
  }
}

/** What the form holds for a run like this one. */
export function wishLike({ strategy, environment }: RunStarted, settings: SettingsReply): Wish {
  const known: Readonly<Record<string, unknown>> = environment
  const options = ASKED_OPTIONS.map((option) => [option.name, valueLike(option, known[option.name], settings)])
  const source = sourceIn(environment.workspace)
  const place = source
    ? { workspace: settings.workspace, source: formatSource(source) }
    : { workspace: environment.workspace, source: "" }
  return { ...place, strategy, options: Object.fromEntries(options), limits: {} }
}

function valueLike(option: AskedOption, value: unknown, settings: SettingsReply): string | boolean {
  if (value === undefined || value === null) return initialValue(option, settings)
  return typeof value === "boolean" ? value : [value].flat().join(", ")
}

/** Only what differs from the server's own settings is sent. */
export function requestOf(request: string, wish: Wish, settings: SettingsReply): StartRequest {
  const asked = ASKED_OPTIONS.filter((option) => isOnOffer(option, settings, wish.strategy))
  const limits = limitsOf(wish)
  return {
    request: request.trim(),
    ...placeOf(wish),
    strategy: wish.strategy,
    ...Object.fromEntries(asked.flatMap((option) => saidOf(option, wish, settings))),
    ...(Object.keys(limits).length > 0 ? { limits } : {}),
  }
}

/** A source, a folder, or nothing where there is none to choose: then the server says what is missing. */
function placeOf({ source, workspace }: Wish): Pick<StartRequest, "source" | "workspace"> {
  if (source.trim() !== "") return { source: source.trim() }
  return workspace === "" ? {} : { workspace }
}

/** Whether it makes sense for this strategy: some decide from call to call, so that there is no plan. */
export function isOnOffer({ form }: AskedOption, { strategies }: SettingsReply, strategy: string): boolean {
  return form.withoutPlan === undefined || (strategies.find(({ name }) => name === strategy)?.plans ?? false)
}

/** What holds unless the form says otherwise. */
export function inForce({ name, default: unsaid }: AskedOption, settings: SettingsReply): unknown {
  const told: Readonly<Record<string, unknown>> = { ...settings, ...settings.options }
  return told[name] ?? unsaid
}

function initialValue(option: AskedOption, settings: SettingsReply): string | boolean {
  if (option.shape.kind === "switch") return inForce(option, settings) === true
  return option.shape.kind === "choice" ? String(inForce(option, settings)) : ""
}

function saidOf(option: AskedOption, { options }: Wish, settings: SettingsReply): [string, unknown][] {
  const value = options[option.name]
  if (value === undefined || value === initialValue(option, settings)) return []
  if (typeof value === "boolean" || option.shape.kind === "choice") return [[option.name, value]]
  const words = value.split(/[\s,]+/).filter(Boolean)
  if (words.length === 0) return []
  return [[option.name, option.shape.kind === "text" ? value.trim() : words]]
}

/** Limits that the form asks for. */
export const ASKED_LIMITS: readonly [LimitName, Limit][] = limitsWith(({ inForm }) => inForm)

function limitsOf({ limits }: Wish): NonNullable<StartRequest["limits"]> {
  const typed = Object.entries(limits).filter(([, text]) => text !== "")
  return Object.fromEntries(typed.map(([name, text]) => [name, Number(text) * typedUnit(name)]))
}
