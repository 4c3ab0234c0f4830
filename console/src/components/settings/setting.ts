import type { LIMITS, LimitName } from "@keelson/options/declared/limits.ts"
import type { FormField, Words } from "@keelson/options/option.ts"
import { OWN_LIMITS, OWN_SETTINGS } from "@keelson/options/own-settings.ts"
import { RUN_OPTIONS } from "@keelson/options/run-options.ts"
import type { ConfigReply, HeldSetting } from "@keelson/protocol/api/owner-api.ts"
import { typedUnit } from "../start/typed-limit.ts"

/** One line of the settings page. */
export type Setting = {
  readonly key: string
  readonly field: FormField
  /** What can be chosen; none where something is typed. */
  readonly values?: readonly string[]
  readonly isNumber: boolean
  /** What is typed or chosen now; empty: the standard. */
  readonly own: string
  readonly held: HeldSetting | undefined
}

export type SettingGroup = "ways" | "allowed" | "limits" | "kept"

const WAYS: readonly string[] = ["strategy"]
const KEPT: readonly string[] = ["keep_calls"]
/** It has a part of the page to itself. */
const ELSEWHERE: readonly string[] = ["model"]

/** The lines of the page by their groups; `strategies` are those that there are. */
export function settingsIn(
  config: ConfigReply,
  strategies: readonly string[],
): Readonly<Record<SettingGroup, Setting[]>> {
  const heldAs = (key: string) => config.settings.find((setting) => setting.key === key)
  const options = OWN_SETTINGS.filter(({ name }) => !ELSEWHERE.includes(name)).map(
    ({ name, field, shape }): Setting => {
      const values = name === "strategy" ? strategies : valuesOf(shape)
      const told = { key: name, field, isNumber: false, own: textOf(config.own[name]), held: heldAs(name) }
      return values ? { ...told, values } : told
    },
  )
  const limits = OWN_LIMITS.map(([name, limit]): Setting => {
    const key = `limits.${name}`
    const label: Words = limit.words ?? [name, name]
    return { key, field: { label }, isNumber: true, own: typedLimit(name, config.own[key]), held: heldAs(key) }
  })
  return {
    ways: options.filter(({ key }) => WAYS.includes(key)),
    allowed: options.filter(({ key }) => !WAYS.includes(key) && !KEPT.includes(key)),
    limits,
    kept: options.filter(({ key }) => KEPT.includes(key)),
  }
}

/** What is kept for what was typed; `undefined` takes it out. */
export function valueFor({ key, isNumber }: Setting, typed: string): unknown {
  const text = typed.trim()
  if (text === "") return undefined
  if (isNumber) return Number(text) * typedUnit(limitOf(key))
  if (isSwitch(key)) return text === "true"
  if (isAllOrSome(key) && (text === "true" || text === "false")) return text === "true"
  return isList(key) || isAllOrSome(key) ? text.split(/[\s,]+/).filter(Boolean) : text
}

/** What holds, in the words and units of the page. */
export function heldText({ key, held, isNumber }: Setting): string {
  const value = held?.value
  if (isNumber) return value === null || value === undefined ? "" : typedLimit(limitOf(key), value)
  return textOf(value)
}

function typedLimit(name: string, value: unknown): string {
  return typeof value === "number" ? String(value / typedUnit(name)) : ""
}

function limitOf(key: string): LimitName {
  return key.replace(/^limits\./, "") as keyof typeof LIMITS
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? "" : [value].flat().join(", ")
}

type Shape = (typeof OWN_SETTINGS)[number]["shape"]

function valuesOf(shape: Shape): readonly string[] | undefined {
  if (shape.kind === "switch") return ["true", "false"]
  return shape.kind === "choice" ? shape.values : undefined
}

function shapeOf(key: string): Shape["kind"] | undefined {
  return (RUN_OPTIONS as Readonly<Record<string, { readonly shape: Shape }>>)[key]?.shape.kind
}

function isSwitch(key: string): boolean {
  return shapeOf(key) === "switch"
}

function isAllOrSome(key: string): boolean {
  return shapeOf(key) === "domains"
}

function isList(key: string): boolean {
  return shapeOf(key) === "texts"
}
