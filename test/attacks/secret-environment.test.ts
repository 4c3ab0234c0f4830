import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { AgentOptions } from "../../src/agent.ts"
import { codingTools } from "../../src/tools/code/index.ts"
import { dataTools } from "../../src/tools/data/index.ts"
import { confinedTest, ownSandbox } from "./confined.ts"
import { hostileRun, leaksOf, SECRET } from "./secret-runs.ts"

/** What people have in their environments; nobody but the user can tell that the last one is a secret. */
const HELD: Readonly<Record<string, string>> = {
  AWS_SECRET_ACCESS_KEY: SECRET,
  DATABASE_URL: "postgres://admin:hunter2-hunter2@db.internal/app",
  GH_PAT: "abcdefghijklmnop-pat",
  SLACK_WEBHOOK: "https://chat.example/hooks/abcdefghijklmnop",
  SENTRY_DSN: "https://abcdefghijklmnop@sentry.example/1",
  NODE_AUTH_TOKEN: "abcdefghijklmnop-token",
  BUNDLE_GITHUB__COM: "me:abcdefghijklmnop-bundle",
  HTTPS_PROXY: "http://me:hunter2-proxy@proxy.example:3128",
  NPM_CONFIG_REGISTRY: "https://me:hunter2-npm@npm.example/",
  MAVEN_OPTS: "-Xmx1g -Dhttp.proxyPassword=hunter2-maven",
  LUNCH: "what nobody should know",
}

beforeEach(() => {
  for (const [name, value] of Object.entries(HELD)) vi.stubEnv(name, value)
  vi.stubEnv("NODE_ENV", "test-of-attacks")
})
afterEach(() => vi.unstubAllEnvs())

/** What comes back, as it is and decoded. */
async function seenBy(call: string, input: object, options: Partial<AgentOptions> = {}): Promise<string> {
  const tools = [...codingTools, ...dataTools]
  const { results } = await hostileRun([[{ call, input }]], { tools, secrets: process.env, ...options })
  return withDecoded(results)
}

function withDecoded(text: string): string {
  const encoded = text.match(/[A-Za-z0-9+/=]{40,}/g) ?? []
  return [text, ...encoded.map((part) => Buffer.from(part, "base64").toString())].join("\n")
}

const leaks = (seen: string) => Object.values(HELD).flatMap((value) => leaksOf(seen, value))

const JS = "console.log(Buffer.from(JSON.stringify(process.env)).toString('base64'))"

const LOOKS: readonly (readonly [string, object])[] = [
  ["run_in_terminal", { command: "env | base64 -w0" }],
  ["run_in_terminal", { command: "printenv | base64 -w0" }],
  ["run_in_terminal", { command: "export -p | base64 -w0" }],
  ["run_in_terminal", { command: "base64 -w0 /proc/self/environ" }],
  ["run_in_terminal", { command: "bash -lc 'env | base64 -w0'" }],
  ["run_in_terminal", { command: `node -e "${JS}"` }],
  ["wait_for", { command: "env | base64 -w0", limit_s: 5 }],
  ["run_code", { language: "javascript", code: JS }],
]

describe("the environment, as commands see it", () => {
  it.each(LOOKS)("holds no secret: %s %j", async (call, input) => {
    const seen = await seenBy(call, input)
    expect(leaks(seen)).toEqual([])
    expect(seen).toContain("test-of-attacks")
  })

  it.each(Object.entries(HELD))("has no %s", async (name) => {
    const seen = await seenBy("run_in_terminal", { command: `test -z "\${${name}+set}" && echo nothing is there` })
    expect(seen).toContain("nothing is there")
  })

  it("holds no secret where the project's checks run", async () => {
    const write = { call: "write_file", input: { path: "out.txt", content: "x" } }
    const checks = { test: "echo error: $(printenv LUNCH GH_PAT DATABASE_URL | base64 -w0) is wrong; exit 1" }
    const { seen } = await hostileRun([[write]], {
      secrets: process.env,
      verify: "round",
      checks,
      literal: true,
    })
    expect(seen).toContain("error: ")
    expect(leaks(withDecoded(seen.replaceAll("error: ", "\n")))).toEqual([])
  })

  confinedTest("is not that of the engine, nor of any other process", async () => {
    const command = "cat /proc/[0-9]*/environ | base64 -w0"
    const seen = await seenBy("run_in_terminal", { command }, { sandbox: await ownSandbox() })
    expect(leaks(seen)).toEqual([])
  })

  it("has the one variable that the user passes on, and its value does not come back as it is", async () => {
    const options = { passVariables: ["DATABASE_URL"] }
    const input = { command: `echo "length \${#DATABASE_URL}, value $DATABASE_URL; \${GH_PAT-none}"` }
    const seen = await seenBy("run_in_terminal", input, options)
    expect(seen).toContain(`length ${HELD.DATABASE_URL?.length}, value {{secret:DATABASE_URL}}; none`)
    expect(leaks(seen)).toEqual([])
  })
})
