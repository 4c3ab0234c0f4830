import { CLOSING_SCENARIOS } from "../../scenarios/closing-scenarios.ts"
import { crashMatrix } from "./matrix.ts"

crashMatrix([...CLOSING_SCENARIOS])
