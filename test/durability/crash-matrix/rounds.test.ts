import { AUTO_SCENARIOS } from "../../scenarios/auto-scenarios.ts"
import { ROUNDS_SCENARIOS } from "../../scenarios/rounds-scenarios.ts"
import { crashMatrix } from "./matrix.ts"

crashMatrix([...ROUNDS_SCENARIOS, ...AUTO_SCENARIOS])
