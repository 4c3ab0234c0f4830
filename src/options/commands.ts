import type { CommandName } from "./option.ts"

/** Commands that start runs. */
export const STARTING: readonly CommandName[] = ["run", "chat", "compare", "eval"]
/** Those, and those that carry out runs of others. */
export const HOSTED: readonly CommandName[] = [...STARTING, "serve", "mcp", "acp"]
/** All that ask a model. */
export const ASKING: readonly CommandName[] = [...HOSTED, "resume", "answer"]
