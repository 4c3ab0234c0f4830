/** What a plan of steps is asked by. */
export const PLAN_STEPS = "plan_steps"
/** What the end of a step is said by. */
export const STEP_RESULT = "step_result"
