import { attributeOf, isNegated, typedFlag } from "../options/flag-name.ts"
import { camelCase, entriesOf, type Flag, type Option } from "../options/option.ts"
import { HTTP_OPTIONS, RUN_OPTIONS } from "../options/run-options.ts"
import { schemaOf } from "../options/schema.ts"
import type { StartRequest } from "../protocol/api/api.ts"
import type { Config, Said } from "./config.ts"
import { ConfigError, check } from "./config-error.ts"

/** What flags say of the options, from what the command line made of them. Throws `ConfigError` for a value that can't be. */
export function saidByFlags(given: object): Said {
  const values = entriesOf(RUN_OPTIONS).flatMap(([name, option]) => {
    const said = (option.flags ?? []).flatMap((flag) => saidByFlag(option, flag, given))
    return said.slice(-1).map((value) => [camelCase(name), value])
  })
  return Object.fromEntries(values)
}

/** What a request says of them. */
export function saidByRequest(request: Partial<StartRequest>): Said {
  const given = HTTP_OPTIONS.filter((name) => request[name] !== undefined)
  return Object.fromEntries(given.map((name) => [camelCase(name), request[name]]))
}

/** What holds of those that a form asks for, by their names in requests. */
export function formValues(config: Config): Record<string, unknown> {
  const asked = entriesOf(RUN_OPTIONS).filter(([, { form }]) => form)
  return Object.fromEntries(asked.map(([name]) => [name, config[camelCase(name) as keyof Config] ?? null]))
}

function saidByFlag(option: Option, flag: Flag, given: object): unknown[] {
  const value = (given as Record<string, unknown>)[attributeOf(flag.name)]
  // A flag that takes something away counts as given once it is `false`.
  const isSaid = isNegated(flag.name) ? value === false : value !== undefined
  if (!isSaid) return []
  return ["means" in flag ? flag.means : listed(option, flag, value)]
}

/** Several words with commas between them, where some of a few are meant. */
function listed({ shape }: Option, { name }: Flag, value: unknown): unknown {
  if (shape.kind === "domains") return check(schemaOf(shape), [value].flat().flatMap(separated), typedFlag(name))
  if (shape.kind !== "choices" || typeof value !== "string") return value
  const place = typedFlag(name)
  const one = schemaOf({ kind: "choice", values: shape.values })
  const words = separated(value).map((word) => check(one, word, place))
  if (words.length === 0) throw new ConfigError(`${place}: name at least one of ${shape.values.join(", ")}.`)
  return [...new Set(words)]
}

function separated(text: unknown): string[] {
  return String(text)
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean)
}
