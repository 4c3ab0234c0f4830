import { CONVERSATION } from "./conversation.ts"
import { LOOKS } from "./looks.ts"
import { SETTING_OUT } from "./setting-out.ts"
import type { Point } from "./stage.ts"

/** All that is promised of the command line, one by one. */
export const POINTS: readonly Point[] = [...SETTING_OUT, ...CONVERSATION, ...LOOKS]
