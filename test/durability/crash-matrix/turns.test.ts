import { REACT_SCENARIOS } from "../../scenarios/react-scenarios.ts"
import { LITERAL_TASKS_SCENARIOS, TASKS_SCENARIOS, TODO_SCENARIOS } from "../../scenarios/todo-scenarios.ts"
import { crashMatrix } from "./matrix.ts"

crashMatrix([...REACT_SCENARIOS, ...TASKS_SCENARIOS, ...LITERAL_TASKS_SCENARIOS, ...TODO_SCENARIOS])
