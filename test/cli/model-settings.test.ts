import { expect, test } from "vitest"
import { jsonLines, place } from "./keelson.ts"

type Started = { type: string; environment?: { window?: number } }

test("the window that the user names counts, from a flag and for one model from the config", async () => {
  const here = place()
  const { url } = await here.emulate("llamacpp", {
    quirks: { contextSize: 4096 },
    mind: () => ({ text: "Hello there." }),
  })
  const words = ["run", "--json", "--strategy", "react", "--model", "llamacpp:m", "--base-url", url, "Hello?"]
  const windowOf = async (more: readonly string[]) => {
    const { stdout } = await here.keelson(...words, ...more)
    const started = (jsonLines(stdout) as Started[]).find(({ type }) => type === "run.started")
    return started?.environment?.window
  }
  expect(await windowOf([])).toBe(4096)
  expect(await windowOf(["--context-window", "12000"])).toBe(12_000)
  here.write("keelson.config.json", JSON.stringify({ model_settings: { "llamacpp:m": { context_window: 9000 } } }))
  expect(await windowOf([])).toBe(9000)
})

test("how long is waited is said in the config, and the message names the setting", async () => {
  const here = place({ "keelson.config.json": JSON.stringify({ first_byte_ms: 50 }) })
  const { url } = await here.emulate("openaiChat", { mind: () => ({ fault: { kind: "hang" } }) })
  const { code, stderr } = await here.keelson("doctor", "--model", "openai-compatible:m", "--base-url", url)
  expect(code).toBe(1)
  expect(stderr).toMatch(/sent no first byte within 0\.05 s\. If it is only slow, set first_byte_ms higher\./)
})

test("what can't be a window or a time is refused before anything is started", async () => {
  const here = place({ "keelson.config.json": JSON.stringify({ model_settings: { m: { windows: 3 } } }) })
  expect(await here.keelson("run", "x")).toMatchObject({ code: 2, stderr: expect.stringContaining("model_settings") })
  const there = place()
  expect(await there.keelson("run", "--context-window", "many", "x")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--context-window"),
  })
})
