import { z } from "zod"
import { limitFields, saidLimitFields } from "../../options/schema.ts"

/** Every bound of a run with its default. Times are milliseconds of active time; `null` means not limited. */
export const Limits = z.object(/* @__PURE__ */ limitFields()).strict()
export type Limits = z.infer<typeof Limits>
/** The bounds of a run as they are given: each that is left out has its default. */
export type LimitOptions = z.input<typeof Limits>

/** Limits as a file, a flag or a request names them: what is left out stays as it is. */
export const GivenLimits = z.strictObject(/* @__PURE__ */ saidLimitFields())
export type GivenLimits = z.infer<typeof GivenLimits>
