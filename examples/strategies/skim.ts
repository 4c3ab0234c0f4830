// Ordinary code over the run's verbs. What it asks, runs, notes and ends with is journaled, budgeted, approved, checked and
// summed up like that of any other strategy: it can be killed and resumed at every line.
import { type Control, Conversation, type OwnStage, type Strategy, separatePanel } from "keelson/strategy"
import { z } from "zod"

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

/** A kind of stage of its own: every surface shows it by these words. */
const look: OwnStage = { kind: "look", words: { en: "Look", zh: "查看" } }

/** pick files ─▶ read them all at once ─▶ answer */
export const skim: Strategy<{ most: number }> = {
  name: "skim",
  summary: "Reads a few files and answers.",
  controls: [pick.name, answer.name],
  stages: [look],
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
    await run.stage({ kind: look, name: "look", title: "the files", iterations: 2 }, async (here) => {
      const { files } = await here.ask("pick", { control: pick, panel, conversation, prompt: "Due: pick_files." })
      // A fact of its own: in the log once, and seen by whoever follows the run.
      await here.note("picked", { kind: "picked", title: files.join(", "), data: { files, most } })
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
