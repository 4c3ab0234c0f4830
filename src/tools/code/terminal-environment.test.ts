import { expect, it } from "vitest"
import { terminalEnvironment } from "./terminal-environment.ts"

it("passes everything on but secrets, and keeps commands quiet", () => {
  const own = { PATH: "/bin", OPENAI_API_KEY: "k", my_token: "t", DB_PASSWORD: "p", PAGER: "less" }
  expect(terminalEnvironment(own)).toEqual({
    PATH: "/bin",
    CI: "1",
    NO_COLOR: "1",
    GIT_TERMINAL_PROMPT: "0",
    PAGER: "cat",
  })
})
