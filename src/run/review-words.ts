/** The tool that a question about a plan names: no tool is called so. */
export const PLAN = "plan"
