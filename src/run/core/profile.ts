import type { Environment } from "../../protocol/log/environment.ts"

/** Whether a run is laid out for a model that does best with little; chosen at its start and recorded. */
export function isSmallProfile({ profile }: Pick<Environment, "profile">): boolean {
  return profile === "small"
}
