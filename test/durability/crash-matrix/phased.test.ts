import { EDGE_SCENARIOS } from "../../scenarios/edge-scenarios.ts"
import { PHASED_SCENARIOS } from "../../scenarios/phased-scenarios.ts"
import { crashMatrix } from "./matrix.ts"

crashMatrix([...PHASED_SCENARIOS, ...EDGE_SCENARIOS])
