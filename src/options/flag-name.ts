import { camelCase } from "./option.ts"

/** What one types for a flag without its value: `--base-url` of `base-url <url>`. */
export function typedFlag(name: string): string {
  return `--${name.replace(/^\w, /, "").replace(/ .*$/, "")}`
}

/** Help's word for a flag: `-m, --model <name>` of `m, model <name>`. */
export function shownFlag(name: string): string {
  return name.replace(/^(\w), /, "-$1, ").replace(/(^|, )(?!-)/, "$1--")
}

/** Whether it takes something away that holds without it. */
export function isNegated(name: string): boolean {
  return name.startsWith("no-")
}

/** Under which name the command line keeps what was given. */
export function attributeOf(name: string): string {
  return camelCase(typedFlag(name).replace(/^--(?:no-)?/, ""))
}
