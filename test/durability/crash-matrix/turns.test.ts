import { REACT_SCENARIOS } from "../../scenarios/react-scenarios.ts"
import { TASKS_SCENARIOS, TODO_SCENARIOS } from "../../scenarios/todo-scenarios.ts"
import { crashMatrix } from "./matrix.ts"

crashMatrix([...REACT_SCENARIOS, ...TASKS_SCENARIOS, ...TODO_SCENARIOS])
