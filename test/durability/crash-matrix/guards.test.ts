import { CHECKPOINT_SCENARIOS } from "../../scenarios/checkpoint-scenarios.ts"
import { EXECUTION_SCENARIOS } from "../../scenarios/execution-scenarios.ts"
import { ORDER_SCENARIOS } from "../../scenarios/order-scenarios.ts"
import { REVIEW_SCENARIOS } from "../../scenarios/review-scenarios.ts"
import { RULE_SCENARIOS } from "../../scenarios/rule-scenarios.ts"
import { VERIFICATION_SCENARIOS } from "../../scenarios/verification-scenarios.ts"
import { crashMatrix } from "./matrix.ts"

crashMatrix([
  ...CHECKPOINT_SCENARIOS,
  ...EXECUTION_SCENARIOS,
  ...ORDER_SCENARIOS,
  ...REVIEW_SCENARIOS,
  ...RULE_SCENARIOS,
  ...VERIFICATION_SCENARIOS,
])
