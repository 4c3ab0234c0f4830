import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { confinedTest } from "../attacks/confined.ts"
import { listener } from "../attacks/listener.ts"
import { jsonLines, place } from "./keelson.ts"
import { story } from "./scripts.ts"
import { onTerminal, PRESS } from "./terminal.ts"

type Call = { readonly command: string; readonly network?: boolean | readonly string[] }

const plan = (...calls: readonly Call[]) => ({
  tasks: calls.map((call, index) => ({
    id: index + 1,
    tool: "run_in_terminal",
    arguments: call,
    depends_on: index === 0 ? [] : [index],
  })),
})

const FLAGS = ["--approve", "edits", "--verify", "off"]

confinedTest("a domain is asked about once, and a resumed run has it", async () => {
  await using server = await listener("hello from there")
  const here = place()
  const name = `localhost:${server.port}`
  const call = { command: `touch made; NO_PROXY= no_proxy= curl -sS http://${name}/`, network: [name] }
  const model = await here.serve(story({ plans: [plan(call, call)] }))
  const waiting = await here.keelson("run", "do it", ...FLAGS, ...here.modelAt(model))
  expect(waiting).toMatchObject({ code: 3 })
  expect(waiting.stdout).toContain(`Run this with network access to ${name} (not on the public internet: loopback)?`)
  expect(waiting.stdout).toContain("--allow | --always | --deny")
  const end = await here.keelson("answer", "--always", "--json")
  expect(end.code).toBe(0)
  const ended = jsonLines(end.stdout).filter(({ type }) => type === "task.ended")
  expect(ended.map(({ digest }) => String(digest).includes("hello from there"))).toEqual([true, true])
})

confinedTest("registry hosts are one question, in plain words; always is for this folder", async () => {
  const here = place({ "package.json": "{}", ".npmrc": "@x:registry=https://npm.stranger.invalid/\n" })
  const call = { command: "npm --version > /dev/null", network: true }
  const model = await here.serve(story({ plans: [plan(call, call)] }))
  const asked = await here.keelson("run", "do it", ...FLAGS, ...here.modelAt(model))
  expect(asked.code).toBe(3)
  expect(asked.stdout).toMatch(
    /Run this with network access to the npm registry \(registry\.npmjs\.org.*, npm\.stranger\.invalid \(named by a file of this project\)\)\?/,
  )
})

confinedTest("remembered hosts are not asked about in the next run, and can be taken back", async () => {
  const here = place()
  const run = async () => {
    const model = await here.serve(
      story({ plans: [plan({ command: "touch a$(date +%N)", network: ["kept.invalid"] })] }),
    )
    return here.keelson("run", "do it", ...FLAGS, ...here.modelAt(model))
  }
  expect((await run()).stdout).toContain("--remember")
  expect((await here.keelson("answer", "--remember")).code).toBe(0)
  expect((await here.keelson("approvals")).stdout).toBe("1  network kept.invalid\n")
  expect((await run()).code).toBe(0)
  expect((await here.keelson("approvals", "--remove", "1")).code).toBe(0)
  expect((await run()).code).toBe(3)
})

confinedTest("a domain that was not allowed is named at the end of the output", async () => {
  const here = place()
  const call = { command: "curl -sS https://elsewhere.invalid/", network: ["named.invalid"] }
  const model = await here.serve(story({ plans: [plan(call)] }))
  const end = await here.keelson(
    "run",
    "do it",
    "--json",
    "--approve",
    "full",
    "--verify",
    "off",
    ...here.modelAt(model),
  )
  const ended = jsonLines(end.stdout).find(({ type }) => type === "task.ended")
  expect(ended?.digest).toContain(
    '[keelson: no network access to elsewhere.invalid. To ask for it, run the command again with network: ["elsewhere.invalid"].]',
  )
})

confinedTest(
  "--domain and the user's list are recorded and need no question; a workspace's list opens nothing",
  async () => {
    const here = place({ "keelson.config.json": JSON.stringify({ network: ["stranger.invalid"] }) })
    const environmentOf = async (...flags: string[]) => {
      const model = await here.serve(story({ plans: [plan({ command: "true" })] }))
      const end = await here.keelson("run", "do it", "--json", ...FLAGS, ...flags, ...here.modelAt(model))
      return jsonLines(end.stdout)[0]?.environment
    }
    expect(await environmentOf()).toMatchObject({ network: false })
    expect(await environmentOf("--domain", "a.invalid,*.b.invalid", "--domain", "c.invalid:8443")).toMatchObject({
      network: ["a.invalid", "*.b.invalid", "c.invalid:8443"],
    })
    expect(await environmentOf("--domain", "a.invalid", "--network")).toMatchObject({ network: true })
    mkdirSync(join(here.root, "config", "keelson"), { recursive: true })
    writeFileSync(join(here.root, "config", "keelson", "config.json"), JSON.stringify({ network: ["mine.invalid"] }))
    expect(await environmentOf()).toMatchObject({ network: ["mine.invalid"] })
  },
)

test("what is no domain is refused before anything starts", async () => {
  const here = place()
  const end = await here.keelson("run", "do it", "--domain", "*", "--model", "x:y")
  expect(end).toMatchObject({ code: 2, stderr: expect.stringContaining("--domain") })
})

confinedTest("on a terminal it is one plain question", async () => {
  const here = place()
  const model = await here.serve(story({ plans: [plan({ command: "touch ran", network: ["a.invalid"] })] }))
  const words = ["run", "do it", ...FLAGS, ...here.modelAt(model)]
  const { code, screen } = await onTerminal(here, words, [{ when: PRESS, type: "R" }])
  expect(code).toBe(0)
  expect(screen).toContain("Run this with network access to a.invalid?")
  expect(screen).toContain("yes, and these hosts for the rest of this run")
  expect(screen).toContain("yes, and always in this folder: network a.invalid")
})
