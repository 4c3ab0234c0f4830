import type { Shape } from "./shape.ts"

/** The same in English and in Chinese. */
export type Words = readonly [english: string, chinese: string]

/** A command that starts or goes on with runs. */
export type CommandName = "run" | "chat" | "compare" | "eval" | "resume" | "answer" | "serve" | "mcp" | "acp"

/** How the command line says it. */
export type Flag = {
  /** As help shows it: `exceptions <policy>`, `m, model <name>`, `no-sandbox`; the dashes are the command line's. */
  readonly name: string
  /** `{strategies}` stands for the names of those that there are, `{values}` for what can be chosen. */
  readonly help: string
  readonly on: readonly CommandName[]
  /** Help where the flag holds for runs of others, who may say something else. */
  readonly hostHelp?: string
  /** Help shows it first. */
  readonly isCommon?: true
  /** What it says, where the flag takes no value. */
  readonly means?: unknown
}

/**
 * What the word of a workspace's own file, which anybody may have written, counts for beside the user's. `wins` and `yields` say
 * whose is taken where both said something; by entry: for each name on its own. `stricter`: only where it is the stricter one.
 * `narrows`: of a list, it may leave out what the user has, and add nothing. `adds`: its list counts on top of the user's. `own`: as
 * code in `config` has it.
 */
export type ProjectRule =
  | "wins"
  | "wins by entry"
  | "yields"
  | "yields by entry"
  | "stricter"
  | "narrows"
  | "adds"
  | "never"
  | "own"

/** How a form asks for it. */
export type FormField = {
  readonly label: Words
  readonly hint?: Words
  readonly example?: string
  /** What a choice is called. */
  readonly values?: Readonly<Record<string, Words>>
  /** It makes sense only for strategies that plan; what is said of the others. */
  readonly withoutPlan?: Words
}

/** Everything that is declared of one option of a run; every surface takes its part from here. */
export type Option = {
  readonly shape: Shape
  /** What holds where nobody says anything. */
  readonly default?: unknown
  /** For `stricter`: its values, the strictest first. */
  readonly strictest?: readonly unknown[]
  readonly project: ProjectRule
  /** Recorded with each run, where the engine reads it; the library takes it too. */
  readonly isRecorded?: boolean
  readonly flags?: readonly Flag[]
  /** The environment variable that says it. */
  readonly variable?: string
  /** Whether a request over HTTP may say it. */
  readonly http?: boolean
  /** What clients over MCP read of it, if they may say it. */
  readonly mcp?: string
  readonly form?: FormField
  /** How the settings page asks for it, where the form of a new run does not. */
  readonly settings?: FormField
  readonly docs: {
    /** Markdown, for a cell of a table; `{values}` stands for what can be chosen. */
    readonly meaning: string
    /** Where the default can't be shown as it is. */
    readonly unsaid?: string
    /** Where the rule's own words would say too little. */
    readonly project?: string
  }
}

/** Options by their names in config files, requests and logs. */
export type Options = Readonly<Record<string, Option>>

/** A name as code has it: `allowHosts` for `allow_hosts`. */
export type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

export function camelCase(name: string): string {
  return name.replace(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** The names of the options of which this is declared. */
export type NamesWith<All extends Options, Part extends Partial<Option>> = {
  [Name in keyof All]: All[Name] extends Part ? Name : never
}[keyof All] &
  string

/** The same as a list, in their order. */
export function namesWith<All extends Options, const Part extends Pick<Partial<Option>, "http" | "isRecorded">>(
  all: All,
  part: Part,
): NamesWith<All, Part>[] {
  const wanted = Object.entries(part) as [keyof Part & keyof Option, unknown][]
  const fitting = Object.entries(all).filter(([, option]) => wanted.every(([key, value]) => option[key] === value))
  return fitting.map(([name]) => name as NamesWith<All, Part>)
}

/** The place of a value among those of an option, the strictest first; a list of what is open stands between nothing and everything. */
export function looseness({ strictest = [] }: Pick<Option, "strictest">, value: unknown): number {
  return Array.isArray(value) ? (strictest.length - 1) / 2 : strictest.indexOf(value)
}

/** The declarations with their names, in their order. */
export function entriesOf<All extends Options>(all: All): [keyof All & string, Option][] {
  return Object.entries(all)
}
