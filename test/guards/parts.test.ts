import { type AgentOptions, createAgent } from "keelson"
import { ScriptedModel } from "keelson/testing"
import { describe, expect, it } from "vitest"

describe("an agent whose parts are not what they should be", () => {
  it.each([
    [
      "a name instead of a model",
      { model: "openai:gpt-5", workspace: "." },
      'model: expected a Model, got the string "openai:gpt-5"; create',
    ],
    ["no model", { workspace: "." }, "model: expected a Model, got undefined; create one with"],
    ["no workspace", { model: new ScriptedModel([]) }, "workspace: name the folder"],
  ])("is refused in a sentence: %s", async (_, options, said) => {
    await expect(createAgent(options as unknown as AgentOptions)).rejects.toThrow(said)
  })
})
