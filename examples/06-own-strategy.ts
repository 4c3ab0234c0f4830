// A strategy of your own: ordinary code over the run's verbs. What it asks, runs and ends with is journaled, budgeted,
// approved, checked and summed up like that of any other: it can be killed and resumed at every line.
import { type Control, Conversation, createAgent, type Strategy, separatePanel } from "keelson"
import { z } from "zod"
import { exampleModel, exampleWorkspace } from "./model.ts"

const pick: Control<{ files: string[] }> = {
  name: "pick_files",
  version: 1,
  description: "Name the files that must be read to answer.",
  input: z.object({ files: z.array(z.string()).min(1) }),
}
const answer: Control<{ text: string }> = {
  name: "answer",
  version: 1,
  description: "Answer the user.",
  input: z.object({ text: z.string().trim().min(1) }),
}

/** pick files ─▶ read them all at once ─▶ answer */
const skim: Strategy<{ most: number }> = {
  name: "skim",
  summary: "Reads a few files and answers.",
  settings: z.object({ most: z.int().min(1).default(5) }),

  async run(run, { most }) {
    const panel = separatePanel([pick, answer])
    const conversation = new Conversation([{ role: "user", text: run.request }])
    run.summariseWith(async (end) => {
      const prompt = "Due: answer."
      const { text } = await end.ask("answer", { control: answer, panel, conversation, prompt, forSummary: true })
      return { layer: "summarizer", text, highlights: [] }
    })
    await run.enter("EXECUTING")
    await run.stage({ kind: "round", name: "look", title: "Look", iterations: 2 }, async (here) => {
      const { files } = await here.ask("pick", { control: pick, panel, conversation, prompt: "Due: pick_files." })
      const tasks = files
        .slice(0, most)
        .map((path, index) => ({ id: index + 1, tool: "read_file", arguments: { path } }))
      const { outcomes } = await here.execute(tasks.map((task) => ({ ...task, depends_on: [], why: "" })))
      conversation.tell(outcomes.map(({ digest }) => digest).join("\n"))
      return { status: "done", summary: `${outcomes.length} read`, value: undefined }
    })
    return { kind: "done" }
  },
}

const model = exampleModel({
  "look/pick/try-1": { call: "pick_files", input: { files: ["greeting.txt"] } },
  "end-1/answer/try-1": { call: "answer", input: { text: "It greets the world, with a typo." } },
})
const agent = await createAgent({ model, workspace: await exampleWorkspace(), strategy: skim })
const result = await agent.run("What does greeting.txt say?")
console.log(`${result.outcome}: ${result.message.split("\n")[0]} (${result.usage.calls} calls)`)
