import { STEPWISE_PARTS_SCENARIOS } from "../../scenarios/stepwise-parts-scenarios.ts"
import { STEPWISE_SCENARIOS } from "../../scenarios/stepwise-scenarios.ts"
import { crashMatrix } from "./matrix.ts"

crashMatrix([...STEPWISE_SCENARIOS, ...STEPWISE_PARTS_SCENARIOS])
