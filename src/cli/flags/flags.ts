import { InvalidArgumentError } from "commander"

/** What the command line made of flags for limits; `givenLimits` knows which there are. */
export type LimitFlags = {
  /** `name=value` for limits without a flag of their own. */
  readonly limit?: readonly string[]
}

/** How a run is shown; `print`: quietly, and nobody is asked; `verbose`: in the engine's own words. */
export type ShowFlags = {
  readonly verbose?: boolean
  readonly json?: boolean
  readonly quiet?: boolean
  readonly debug?: boolean
  readonly print?: boolean
}
/** Who thinks: a model, or a recording of one. */
export type ModelFlags = { readonly model?: string; readonly baseUrl?: string; readonly rehearse?: string }

/** The flags of `run`; what they say of a run's options is read by `saidByFlags`. */
export type RunFlags = LimitFlags &
  ShowFlags &
  ModelFlags & {
    readonly file?: string
    /** Pictures that come with the request. */
    readonly attach?: readonly string[]
    readonly output?: string
    readonly record?: string
    /** A file with the JSON Schema of the final answer. */
    readonly schema?: string
    readonly workspace?: string
    /** The repository that workers take the files from. */
    readonly source?: string
    readonly planOnly?: boolean
    /** So many try it with one model, or these models and strategies, each in a copy of the folder. */
    readonly bestOf?: number
    readonly candidates?: string
    /** Knows what was asked in this folder last. */
    readonly continue?: boolean
  }

/** The flags of `compare`. */
export type CompareFlags = Omit<
  RunFlags,
  "output" | "record" | "source" | "planOnly" | "bestOf" | "candidates" | "continue" | "print"
> & {
  /** Names with commas between them. */
  readonly strategies: string
  readonly keep?: boolean
}

/** The flags of `resume`, and of `answer`, which goes on with the run. */
export type ResumeFlags = LimitFlags &
  ShowFlags &
  ModelFlags & { readonly fork?: boolean; readonly from?: string | undefined }

/** The flags of `answer`. */
export type AnswerFlags = ShowFlags &
  ModelFlags & {
    readonly allow?: boolean
    readonly always?: boolean
    readonly remember?: boolean
    /** A file with the plan to run instead, `-` for standard input. */
    readonly plan?: string
    readonly edit?: boolean
    readonly deny?: boolean | string
    readonly question?: number
    /** `false` for `--no-resume`. */
    readonly resume: boolean
  }

/** The flags of `doctor`. */
export type DoctorFlags = {
  readonly model?: string
  readonly baseUrl?: string
  readonly json?: boolean
  readonly database?: string | boolean
}

/** Throws what commander turns into a line about the flag. */
export function parseCount(text: string): number {
  const count = Number(text)
  if (!Number.isSafeInteger(count) || count < 1) throw new InvalidArgumentError("Give a whole number from 1.")
  return count
}

/** US dollars, with or without their sign. */
export function parseCost(text: string): number {
  const dollars = Number(text.replace(/^\$/, "") || Number.NaN)
  if (!Number.isFinite(dollars) || dollars <= 0) throw new InvalidArgumentError("Give US dollars, such as 0.50.")
  return dollars
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds; a plain number counts seconds. */
export function parseDuration(text: string): number {
  const [, amount = "", unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text.trim()) ?? []
  const duration = Number(amount) * (UNITS[unit] ?? 0)
  if (!(duration > 0)) throw new InvalidArgumentError("Give a time such as 90s, 15m or 1h.")
  return duration
}

/** A time as `parseDuration` takes it, in the largest unit that needs no fraction. */
export function typedTime(ms: number): string {
  const [unit = "ms"] = Object.keys(UNITS)
    .filter((name) => ms % (UNITS[name] ?? 1) === 0)
    .slice(-1)
  return `${ms / (UNITS[unit] ?? 1)}${unit}`
}

const SIZES: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6, g: 1e9 }

/** Bytes. */
export function parseSize(text: string): number {
  const [, amount = "", unit = ""] = /^(\d+(?:\.\d+)?)([kmg]?)b?$/i.exec(text.trim()) ?? []
  const bytes = Number(amount || Number.NaN) * (SIZES[unit.toLowerCase()] ?? 1)
  if (!(bytes >= 0)) throw new InvalidArgumentError("Give a size such as 500k, 200M or 2G.")
  return bytes
}

/** For a flag that may be given several times. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value]
}
