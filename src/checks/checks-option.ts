import { z } from "zod"
import { madeOnce } from "../protocol/zod/made-once.ts"
import type { Check, CheckKind } from "./check.ts"
import { commandsOf } from "./detection/script-text.ts"
import { parserFor } from "./detection/tool-of-command.ts"

const KINDS = ["test", "types", "lint", "build", "other"] as const satisfies readonly CheckKind[]

/** How the `checks` of a config are read. */
export const checksOption = madeOnce(() => {
  const command = z.string().trim().min(1, "A check needs a command.")
  const name = z
    .string()
    .regex(
      /^[a-zA-Z][\w:-]{0,31}$/,
      "The name of a check starts with a letter, then letters, digits, _, : and -, at most 32.",
    )
  const check = z.union([command, z.strictObject({ command, kind: z.enum(KINDS).optional() })])
  return z.union([z.enum(["auto", "off"]), z.tuple([]), z.record(name, check)])
})
/** What a config says of checks: commands by name, `"auto"` to detect them, `"off"` or an empty list for none. */
export type ChecksOption = z.infer<ReturnType<typeof checksOption>>

/** The checks that a config names; undefined leaves it to detection. */
export function configuredChecks(option: ChecksOption | undefined): Check[] | undefined {
  if (option === undefined || option === "auto") return undefined
  if (option === "off" || Array.isArray(option)) return []
  return Object.entries(option).map(([name, given]) => {
    const { command, kind } = typeof given === "string" ? { command: given, kind: undefined } : given
    return {
      name,
      kind: kind ?? kindByName(name),
      command,
      source: "config",
      parser: parserFor(commandsOf(command, {})),
    }
  })
}

const KIND_BY_NAME: readonly (readonly [RegExp, CheckKind])[] = [
  [/test|spec/i, "test"],
  [/type|tsc|mypy|pyright/i, "types"],
  [/lint|biome|ruff|clippy|vet|format/i, "lint"],
  [/build|compile/i, "build"],
]

function kindByName(name: string): CheckKind {
  return KIND_BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? "other"
}
