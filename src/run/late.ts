import { once } from "../text/once.ts"

/**
 * What a run needs only after its first call of the model (executing, checking, ending): a start is faster without. Once the model has
 * answered for the first time it is loaded, so that an update of the package in the middle of a long run takes nothing of its end away.
 */
export const theRest = once(() => import("./life/the-rest.ts"))
