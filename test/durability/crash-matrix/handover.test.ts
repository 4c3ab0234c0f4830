import { HANDOVER_SCENARIOS } from "../../scenarios/handover-scenarios.ts"
import { crashMatrix } from "./matrix.ts"

crashMatrix([...HANDOVER_SCENARIOS])
