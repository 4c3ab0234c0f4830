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

it("points a confined command to what it can write, and away from the user's keys", () => {
  const own = { SSH_AUTH_SOCK: "/agent", TMPDIR: "/elsewhere" }
  const seen = terminalEnvironment(own, true)
  expect(seen).not.toHaveProperty("SSH_AUTH_SOCK")
  expect(seen.GOCACHE).toBe(`${seen.TMPDIR}/go-build`)
  expect(terminalEnvironment(own)).toMatchObject(own)
})
