/** What others call these ways of working, by the strategy that does what they mean. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["request_phase", "phased"],
  ["plan_execute_judge", "phased"],
  ["plan_execute_think", "rounds"],
  ["plan_execute", "stepwise"],
  ["planning", "stepwise"],
  ["task_driven", "tasks"],
  ["staged", "tasks"],
  ["hybrid", "tasks"],
  ["tool_driven", "todo"],
  ["autonomous", "react"],
])

/** The strategy that is meant by a name; one that a strategy in `own` has is its own, and one that nobody knows stays as it is. */
export function strategyName(said: string, own: readonly { readonly name: string }[] = []): string {
  if (own.some(({ name }) => name === said)) return said
  return OTHER_NAMES.get(said.toLowerCase().replaceAll("-", "_")) ?? said
}

/** For a name that nobody has: what would have been right. */
export function noSuchStrategy(said: string, names: readonly string[]): string {
  return `there is no strategy "${said}"; there are: ${names.join(", ")}. Other names for them: ${[...OTHER_NAMES.keys()].join(", ")}.`
}
