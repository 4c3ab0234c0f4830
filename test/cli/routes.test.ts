import { expect, test } from "vitest"
import type { ServerRequest, ServerScript } from "../../src/testing/index.ts"
import { status } from "../../src/testing/server-reply.ts"
import { type Place, place } from "./keelson.ts"
import { asked, LIST, story, unclearStory } from "./scripts.ts"

const LITERAL = ["run", "look", "--no-fuse"]
const REFUSED_KEY: ServerScript = () => status(401, { body: { error: { message: "Incorrect API key provided" } } })

function configure(here: Place, config: object): void {
  here.write("keelson.config.json", JSON.stringify(config))
}

/** A second server, which is another provider's: OpenAI's, moved here by its own variable. */
async function serveOther(here: Place, script: ServerScript) {
  const server = await here.serve(script)
  return { server, environment: { OPENAI_API_KEY: "sk-other", OPENAI_BASE_URL: server.url } }
}

function models(requests: readonly ServerRequest[]): (string | undefined)[] {
  return requests.map(({ body }) => body.model)
}

test("each control asks its model; the base URL holds for all of the provider", async () => {
  const here = place()
  const server = await here.serve(story({ plans: [LIST] }))
  configure(here, { models: { judge_tasks: "openai-compatible:judge", summarizer: "openai-compatible:writer" } })
  const end = await here.keelson(...LITERAL, ...here.modelAt(server))
  expect(end).toMatchObject({ code: 0, stdout: expect.stringContaining("The note is written.") })
  expect(asked(server.requests).slice(-2)).toEqual(["judge_tasks", "summarizer"])
  expect(models(server.requests)).toEqual(["scripted", "scripted", "scripted", "judge", "writer"])
})

test("a control can be another provider's, which is not sent to the main one's address", async () => {
  const here = place()
  const tale = story({ plans: [LIST] })
  const main = await here.serve(tale)
  const { server: other, environment } = await serveOther(here, tale)
  configure(here, { models: { judge_tasks: "openai-chat:judge" } })
  const end = await here.start([...LITERAL, ...here.modelAt(main)], environment).end
  expect(end.code).toBe(0)
  expect(asked(other.requests)).toEqual(["judge_tasks"])
  expect(asked(main.requests)).not.toContain("judge_tasks")
})

test("when the model gives up, the fallback carries the run on, and is asked first from then on", async () => {
  const here = place()
  const main = await here.serve(REFUSED_KEY)
  const { server: other, environment } = await serveOther(here, story({ plans: [LIST] }))
  configure(here, { fallback: "openai-chat:second" })
  const end = await here.start([...LITERAL, ...here.modelAt(main)], environment).end
  expect(end).toMatchObject({ code: 0, stdout: expect.stringContaining("The note is written.") })
  expect(end.stderr).toContain("openai-chat:second is asked instead")
  expect(main.requests).toHaveLength(1)
  expect(asked(other.requests)).toHaveLength(5)
})

test("when both give up, the run ends with a report that names both", async () => {
  const here = place()
  const main = await here.serve(REFUSED_KEY)
  const { environment } = await serveOther(here, REFUSED_KEY)
  configure(here, { fallback: "openai-chat:second" })
  const end = await here.start(["run", "look", "--quiet", ...here.modelAt(main)], environment).end
  expect(end.code).toBe(1)
  expect(end.stderr).toMatch(/Model second at .+ refused the key.+Before that: Model scripted at/s)
})

test("a run that goes on with another provider does not send its key to the recorded address", async () => {
  const here = place()
  const main = await here.serve(unclearStory())
  const { server: other, environment } = await serveOther(here, unclearStory())
  await here.keelson("run", "write a note", ...here.modelAt(main))
  const before = main.requests.length
  const end = await here.start(["answer", "in Latin", "--model", "openai-chat:m"], environment).end
  expect(end.code).toBe(0)
  expect(main.requests).toHaveLength(before)
  expect(other.requests[0]?.headers.authorization).toBe("Bearer sk-other")
  const [{ id }] = JSON.parse((await here.keelson("runs", "--json")).stdout)
  const { events } = JSON.parse((await here.keelson("show", id, "--json")).stdout)
  expect(JSON.stringify(events)).toContain(`"endpoint":"${other.url}"`)
})

test("an address of the workspace's own file gets no key", async () => {
  const here = place()
  const server = await here.serve(story({ plans: [LIST] }))
  configure(here, { model: "openai-compatible:scripted", base_url: server.url })
  await here.keelson("trust")
  const end = await here.start(["run", "look"], { OPENAI_API_KEY: "sk-mine" }).end
  expect(end).toMatchObject({ code: 0, stderr: expect.stringContaining("without your key") })
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(server.requests.map(() => undefined))
})
