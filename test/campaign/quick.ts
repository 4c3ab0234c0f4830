import { timesTried } from "../sample.ts"

/** Eight runs share a server and six have processes of their own; as many as this are played in this process. */
const INSIDE = timesTried({ sample: 36, whole: 186 })

export const QUICK = { commandLine: 6, served: 1, inside: INSIDE } as const

export const QUICK_TRIALS = 8 + 6 + INSIDE
