import { describe, expect } from "vitest"
import { MemoryStore } from "../../src/journal/memory-store.ts"
import type { OpenQuestion } from "../../src/protocol/log/run.ts"
import type { Answer } from "../../src/run/core/run-parts.ts"
import { eventsOf, literal } from "../guards/front-door.ts"
import { complete, plan, say, task } from "../scenarios/lines.ts"
import { play, REQUEST, type Scenario, setStage } from "../scenarios/play.ts"
import { confinedTest, ownSandbox } from "./confined.ts"
import { type Listener, listener } from "./listener.ts"

type Approval = Extract<OpenQuestion, { kind: "approval" }>
type Call = { readonly command: string; readonly network?: boolean | readonly string[] }

function calls(options: Scenario["options"], ...lines: readonly Call[]): Scenario {
  const tasks = lines.map((line, index) => task("run_in_terminal", line, { depends_on: index ? [index] : [] }))
  return literal(
    {
      "phase-1/round-1/plan/try-1": say("plan_tool_call", plan(...tasks)),
      "phase-1/round-1/judge/try-1": say("judge_tasks", complete(lines.map((_, index) => index + 1))),
    },
    options,
  )
}

/** Somebody who always says the same, and what they were asked. */
function person(decision: "allow" | "allow_always" | "deny" | "remember") {
  const asked: Approval[] = []
  const responder = async (question: OpenQuestion): Promise<Answer> => {
    if (question.kind === "approval") asked.push(question)
    return { kind: "approval", decision }
  }
  return { asked, responder }
}

const fetching = ({ port }: Listener): string => `NO_PROXY= no_proxy= curl -sS http://localhost:${port}/`

async function played(scenario: Scenario) {
  await using run = await play(scenario)
  const ended = await eventsOf(run.store, "task.ended")
  return { result: run.result, digests: ended.map(({ digest }) => digest), statuses: ended.map(({ status }) => status) }
}

describe("network by domain: what is asked", () => {
  confinedTest("a domain once, for the rest of the run", async () => {
    await using server = await listener("hello")
    const { asked, responder } = person("allow_always")
    const call = { command: fetching(server), network: [`localhost:${server.port}`] }
    const scenario = calls({ approve: "edits", sandbox: await ownSandbox(), responder }, call, call, {
      command: fetching(server),
    })
    const { digests } = await played(scenario)
    expect(asked).toMatchObject([
      { about: "network", network: { hosts: [{ name: `localhost:${server.port}`, closed: expect.any(String) }] } },
    ])
    // What the user knows to be on no public address is for their own config to allow for good.
    expect(asked[0]?.rule).toBeUndefined()
    expect(digests.slice(0, 2).every((digest) => digest.includes("hello"))).toBe(true)
    // A command that names no network has none.
    expect(digests[2]).not.toContain("hello")
  })

  confinedTest("again where it was allowed once, and nothing runs where it was denied", async () => {
    await using server = await listener("hello")
    const sandbox = await ownSandbox()
    const call = { command: fetching(server), network: [`localhost:${server.port}`] }
    const once = person("allow")
    await played(calls({ approve: "edits", sandbox, responder: once.responder }, call, call))
    expect(once.asked).toHaveLength(2)
    const never = person("deny")
    const { statuses } = await played(calls({ approve: "edits", sandbox, responder: never.responder }, call))
    expect(statuses).toEqual(["refused"])
    expect(server.heard.filter((line) => line.startsWith("GET"))).toHaveLength(2)
  })

  confinedTest("registries of the project in one question, with a stranger's host marked", async () => {
    const { asked, responder } = person("allow_always")
    const files = { "package.json": "{}", ".npmrc": "registry=https://npm.stranger.invalid/\n" }
    const options = { approve: "edits", sandbox: await ownSandbox(), responder } as const
    const again = { command: "npm --version > /dev/null", network: true }
    await played({ ...calls(options, again, { command: "true", network: true }), files })
    expect(asked).toHaveLength(1)
    expect(asked[0]?.network).toMatchObject({
      registries: ["the npm registry"],
      hosts: [{ name: "registry.npmjs.org" }, { name: "npm.stranger.invalid", named: true }],
    })
  })

  confinedTest("only what is missing, and nothing that a rule or the user's own list has", async () => {
    const { asked, responder } = person("allow")
    const options = {
      approve: "edits",
      sandbox: await ownSandbox(),
      responder,
      network: ["*.listed.invalid"],
      rules: [{ tool: "network", match: "ruled.invalid other.invalid", decision: "allow" }],
    } as const
    const wanted = ["a.listed.invalid", "ruled.invalid", "new.invalid"]
    await played(calls(options, { command: "true", network: wanted }, { command: "true", network: wanted.slice(0, 2) }))
    expect(asked.map(({ network, rule }) => ({ hosts: network?.hosts, rule }))).toEqual([
      { hosts: [{ name: "new.invalid" }], rule: { tool: "network", match: "new.invalid", decision: "allow" } },
    ])
  })

  confinedTest("nothing that a rule denies: it is refused", async () => {
    const { asked, responder } = person("allow")
    const rules = [{ tool: "network", match: "*.denied.invalid", decision: "deny" }] as const
    const options = { approve: "edits", sandbox: await ownSandbox(), responder, rules } as const
    const { statuses, digests } = await played(calls(options, { command: "true", network: ["x.denied.invalid"] }))
    expect({ asked, statuses }).toEqual({ asked: [], statuses: ["refused"] })
    expect(digests[0]).toContain("a rule of this run denies network access to x.denied.invalid")
  })

  confinedTest("and what can be remembered is", async () => {
    const { asked, responder } = person("remember")
    const remembered: unknown[] = []
    const remember = (rule: unknown) => void remembered.push(rule)
    const options = { approve: "edits", sandbox: await ownSandbox(), responder, remember } as const
    const call = { command: "true", network: ["new.invalid"] }
    await played(calls(options, call, call))
    expect(asked).toHaveLength(1)
    expect(remembered).toEqual([{ tool: "network", match: "new.invalid", decision: "allow" }])
  })
})

describe("network by domain: where nobody is asked", () => {
  confinedTest("what a command names is open to it, this machine and private networks are not", async () => {
    await using server = await listener("hello")
    const options = { approve: "full", sandbox: await ownSandbox() } as const
    const call = { command: fetching(server), network: [`localhost:${server.port}`] }
    const { result, digests } = await played(calls(options, call))
    expect(result.questions).toEqual([])
    expect(digests[0]).toContain("it is not on the public internet (loopback")
    expect(server.heard).toEqual([])
  })

  confinedTest("the user's own list is open to every command", async () => {
    await using server = await listener("hello")
    const network = [`localhost:${server.port}`]
    for (const approve of ["full", "edits"] as const) {
      const { digests } = await played(
        calls({ approve, sandbox: await ownSandbox(), network }, { command: fetching(server) }),
      )
      expect(digests[0]).toContain("hello")
    }
  })

  confinedTest("a read-only run has none", async () => {
    const options = { approve: "read-only", sandbox: await ownSandbox() } as const
    const { statuses } = await played(calls(options, { command: "curl -sS http://a.invalid", network: ["a.invalid"] }))
    expect(statuses).toEqual(["refused"])
  })
})

describe("network by domain: a run that goes on elsewhere", () => {
  confinedTest("keeps what was allowed for the rest of it, and what its question said", async () => {
    await using server = await listener("hello")
    const call = { command: fetching(server), network: [`localhost:${server.port}`] }
    const scenario = calls({ approve: "edits", sandbox: await ownSandbox() }, call, call)
    await using stage = await setStage(scenario)
    const store = new MemoryStore()
    const waiting = await (await stage.agent(store, scenario.model())).run(REQUEST)
    expect(waiting.questions).toMatchObject([{ about: "network" }])
    const other = await stage.agent(store, scenario.model())
    await other.answer(waiting.run_id, { kind: "approval", decision: "allow_always" })
    const result = await (await other.resume(waiting.run_id)).result
    expect(result).toMatchObject({ outcome: "done", questions: [] })
    const ended = await eventsOf(store, "task.ended")
    expect(ended.map(({ digest }) => digest.includes("hello"))).toEqual([true, true])
  })
})
