import { afterAll } from "vitest"
import { tidyUp } from "./at-file-end.ts"

/* Before each test file, in every project. */

afterAll(tidyUp)
