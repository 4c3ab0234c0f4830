import { once } from "../text/once.ts"

// What a run needs only after its first call of the model: a start is faster without.

/** What ends a run. It is loaded with the first reply, so that an update of the package in the middle of a long run takes nothing of it away. */
export const theEnd = once(() => import("./lifecycle/lazy-end.ts"))

/** What executes tasks and runs checks. It is loaded with the first task or the second reply, whichever comes first: an answer needs none of it. */
export const theWork = once(() => import("./lifecycle/lazy-work.ts"))

/** After so many replies. */
export async function loadLate(replies: number): Promise<void> {
  await theEnd()
  if (replies > 1) await theWork()
}
