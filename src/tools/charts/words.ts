import { type Dictionary, speaker } from "../../text/words/dictionary.ts"

/** What a drawing says by itself, in the language of its own texts. */
export const CHART_WORDS = {
  "begins at": ["Axis begins at {}, not at zero", "纵轴从 {} 开始，而不是 0"],
  "ends at": ["Axis ends at {}, not at zero", "纵轴到 {} 为止，而不是 0"],
} as const satisfies Dictionary

export const sayOnChart = speaker(CHART_WORDS)
