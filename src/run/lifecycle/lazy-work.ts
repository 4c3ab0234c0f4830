export { executeTasks } from "../tasks/execute.ts"
export { verify } from "../verification/verify.ts"
