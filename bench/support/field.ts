/* What others came to on the same scripted server in November 2026, each against the AI SDK 7 of the same run. */

/** Codex 0.166: 548 ms from process start to first request, the AI SDK script 298 ms. */
export const CODEX_COLD_START = 548 / 298
