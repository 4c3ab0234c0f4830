import { z } from "zod"
import type { Check, CheckKind } from "./check.ts"
import { commandsOf } from "./detection/script-text.ts"
import { parserFor } from "./detection/tool-of-command.ts"

const KINDS = ["test", "types", "lint", "build", "other"] as const satisfies readonly CheckKind[]

const CheckCommand = z.string().trim().min(1, "A check needs a command.")

const CheckName = z
  .string()
  .regex(
    /^[a-zA-Z][\w:-]{0,31}$/,
    "The name of a check starts with a letter, then letters, digits, _, : and -, at most 32.",
  )

/** The `checks` of a config: commands by name, `"auto"` to detect them, `"off"` or an empty list for none. */
export const ChecksOption = z.union([
  z.enum(["auto", "off"]),
  z.tuple([]),
  z.record(
    CheckName,
    z.union([CheckCommand, z.strictObject({ command: CheckCommand, kind: z.enum(KINDS).optional() })]),
  ),
])
export type ChecksOption = z.infer<typeof ChecksOption>

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
