import { someOf } from "../../sample.ts"
import { DEEDS } from "../../scenarios/cheats.ts"
import { crashMatrix } from "./matrix.ts"

crashMatrix(someOf("crashes of cheats", 6, DEEDS))
