/** For the model whose plan the user changed: what follows are the results of this one. */
export function planChanged(plan: unknown): string {
  return `The user changed the plan before it ran. The plan that counts:\n${JSON.stringify(plan)}`
}
