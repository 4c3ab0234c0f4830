import { AT_LIMIT_SCENARIOS } from "../../scenarios/at-limit-scenarios.ts"
import { crashMatrix } from "./matrix.ts"

crashMatrix([...AT_LIMIT_SCENARIOS])
