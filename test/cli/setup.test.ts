import { existsSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { obedientMind } from "../support/emulators/obedient-mind.ts"
import { type Place, place } from "./keelson.ts"
import { ENTER, onTerminal, PRESS } from "./terminal.ts"

/** From the first of what is offered around to the last ones, which are always there. */
const UP = "\u001b[A"
const ANSWER = {
  core_goal: "greet",
  requirements: [],
  complexity: "simple",
  estimated_phases: 1,
  direct_answer: "Hello.",
}

const kept = (here: Place, name: string) => join(here.root, "config", "keelson", name)

/** A server of this machine with two models, where discovery finds it. */
async function withServer(here: Place): Promise<NodeJS.ProcessEnv> {
  const { url } = await here.emulate("ollama", { model: "qwen3:8b", mind: obedientMind(() => ANSWER) })
  return { OLLAMA_HOST: new URL(url).host }
}

test("without a model, what is there is offered by name; the choice is kept, and so is the request", async () => {
  const here = place()
  const environment = await withServer(here)
  const { screen, code } = await onTerminal(here, ["greet me"], [{ when: "No model is set up yet", type: ENTER }], {
    ...environment,
    OPENAI_API_KEY: "k",
  })
  expect(screen).toMatch(/qwen3:8b · Ollama at 127\.0\.0\.1:\d+/)
  expect(screen).toContain("OPENAI_API_KEY is set")
  expect(screen).toContain("watch the demo")
  expect(screen).toContain("ollama:qwen3:8b from now on")
  expect(screen).toContain("Hello.")
  expect(code).toBe(0)
  const config = JSON.parse(readFileSync(kept(here, "config.json"), "utf8"))
  expect(config).toEqual({ model: "ollama:qwen3:8b", base_url: `http://${environment.OLLAMA_HOST}/v1` })
  expect((await here.start(["models"], environment).end).stdout).toMatch(/^Configured.*\nollama:qwen3:8b +usable; http/)
})

test("a key is pasted once, kept for the user alone, and used from then on, in Chinese too", async () => {
  const here = place()
  const { screen } = await onTerminal(
    here,
    ["model"],
    [
      { when: "还没有设置模型", type: `${UP.repeat(4)}${ENTER}` },
      { when: "哪个服务商的密钥", type: ENTER },
      { when: "粘贴密钥", type: `sk-pasted${ENTER}` },
      { when: "用哪个模型", type: ENTER },
    ],
    { LANG: "zh_CN.UTF-8", OLLAMA_HOST: "127.0.0.1:9" },
  )
  expect(screen).toMatch(/今后使用 openai:gpt-/)
  expect(screen).not.toContain("sk-pasted")
  expect(statSync(kept(here, "keys.json")).mode & 0o777).toBe(0o600)
  const models = await here.keelson("models")
  expect(models.stdout).toMatch(/^openai +OpenAI \(Responses\) +OPENAI_API_KEY is set/m)
  expect(readFileSync(kept(here, "config.json"), "utf8")).not.toContain("sk-pasted")
})

test("a name without its provider is asked about on a terminal, and suggested elsewhere", async () => {
  const here = place()
  const flags = ["hello", "--model", "gpt-5"]
  const asked = await onTerminal(here, flags, [{ when: PRESS, type: "y" }])
  expect(asked.screen).toContain("Did you mean openai:gpt-5?")
  expect(asked.screen).toContain("OPENAI_API_KEY is not set")
  const told = await here.keelson(...flags)
  expect(told).toMatchObject({ code: 2, stderr: expect.stringContaining("Did you mean: --model openai:gpt-5?") })
})

test("model and config set keep what can be had, and refuse the rest", async () => {
  const here = place()
  const address = ["--base-url", "http://127.0.0.1:9/v1"]
  expect(await here.keelson("model", "openai-compatible:mine", ...address)).toMatchObject({ code: 0 })
  expect(await here.keelson("config", "set", "limits.max_iterations", "40")).toMatchObject({ code: 0 })
  expect(await here.keelson("config", "set", "approve", "sometimes")).toMatchObject({ code: 2 })
  expect(await here.keelson("model", "ollama:other")).toMatchObject({ code: 0 })
  expect(JSON.parse(readFileSync(kept(here, "config.json"), "utf8"))).toEqual({
    model: "ollama:other",
    limits: { max_iterations: 40 },
  })
  expect(existsSync(kept(here, "keys.json"))).toBe(false)
})
