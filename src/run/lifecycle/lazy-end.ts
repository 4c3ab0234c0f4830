export { end, ended, stopBy } from "../finish/end-run.ts"
export { isDue } from "../verification/is-due.ts"
