export { executeTasks } from "../tasks/execute.ts"
export { verify } from "../verification/verify.ts"
export { end, ended, stopBy } from "./end-run.ts"
