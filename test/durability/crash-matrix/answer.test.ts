import { ANSWER_SCENARIOS } from "../../scenarios/answer-scenarios.ts"
import { crashMatrix } from "./matrix.ts"

crashMatrix([...ANSWER_SCENARIOS])
