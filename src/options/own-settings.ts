import { LIMITS, type Limit, type LimitName, limitsWith } from "./declared/limits.ts"
import { PERMISSION_OPTIONS } from "./declared/permissions.ts"
import { entriesOf, type FormField, looseness, type Option } from "./option.ts"
import { RUN_OPTIONS } from "./run-options.ts"

/** An option that the user's own config may get from a settings page, with how that asks for it. */
export type OwnSetting = Option & { readonly name: string; readonly field: FormField }

/** Those that a settings page asks for, in their order. */
export const OWN_SETTINGS: readonly OwnSetting[] = entriesOf(RUN_OPTIONS).flatMap(([name, option]) => {
  const field = option.form ?? option.settings
  return field ? [{ ...option, name, field }] : []
})

/** The limits that it asks for. */
export const OWN_LIMITS: readonly [LimitName, Limit][] = limitsWith(({ inForm }) => inForm)

/** Whether a settings page may change what is called so in a config: `approve`, `limits.max_cost`. */
export function isOwnSetting(setting: string): boolean {
  const [first, limit, ...rest] = setting.split(".")
  if (limit === undefined) return OWN_SETTINGS.some(({ name }) => name === first)
  return first === "limits" && rest.length === 0 && limit in LIMITS && OWN_LIMITS.some(([name]) => name === limit)
}

/** Whether runs would be allowed more than now, so that somebody should be asked once more. */
export function isLooser(key: string, now: unknown, then: unknown): boolean {
  const permissions: Readonly<Record<string, Option>> = PERMISSION_OPTIONS
  const option = permissions[key]
  if (!option?.strictest) return false
  if (Array.isArray(then) && Array.isArray(now)) return adds(now, then)
  return looseness(option, then) > looseness(option, now)
}

function adds(now: readonly unknown[], then: readonly unknown[]): boolean {
  return then.some((entry) => !now.includes(entry))
}
