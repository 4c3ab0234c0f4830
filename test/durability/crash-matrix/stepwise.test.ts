import { STEPWISE_SCENARIOS } from "../../scenarios/stepwise-scenarios.ts"
import { crashMatrix } from "./matrix.ts"

crashMatrix([...STEPWISE_SCENARIOS])
