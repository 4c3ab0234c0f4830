import type { QueueStanding } from "@keelson/protocol/api/team-api.ts"
import type { Language } from "@keelson/protocol/log/environment.ts"
import { withoutAnsi } from "@keelson/text/ansi.ts"
import { progressWords } from "@keelson/text/words/call-progress.ts"
import type { Doing } from "@keelson/view/doing.ts"
import type { RunView } from "@keelson/view/run-view.ts"
import { titleIn } from "../../../words/retold.ts"
import type { Say } from "../../../words/use-words.ts"
import type { Shape } from "../../icon.tsx"
import { numbersIn } from "../graph/stage-name.ts"

/** A thing that happens now, as the line shows it. */
export type NowWords = {
  readonly shape: Shape
  readonly text: string
  /** The newest line of its output. */
  readonly output: string
  readonly since: number | null
  /** What a click on it opens. */
  readonly opens: string | null
}

/** Where the run stands, and why it is not under way. */
export function queueWords({ place, reason }: QueueStanding, say: Say): NowWords {
  return { shape: "pause", text: say(`now.queue.${reason}`, { place }), output: "", since: null, opens: null }
}

/** Every kind of thing that can happen now has its words here, and only here. */
export function nowWords(now: Doing, { environment }: RunView, say: Say, language: Language): NowWords {
  const words = (shape: Shape, text: string, more: Partial<NowWords> = {}): NowWords => ({
    shape,
    text,
    output: "",
    since: null,
    opens: null,
    ...more,
  })
  switch (now.kind) {
    case "you":
      return words("asked", say("now.you", { count: now.count }))
    case "nobody":
      return words("cancelled", say("now.nobody"))
    case "stopping":
      return words("cancelled", say("now.stopping"))
    case "store":
      return words("pause", say("busy.store"))
    case "checkpoint":
      return words("pause", say("busy.checkpoint", { done: now.done }))
    case "check":
      return words(
        "verified",
        say(now.isOnBase ? "now.check.base" : now.isAgain ? "now.check.again" : "now.check", { name: now.name }),
        {
          since: now.since,
          output: withoutAnsi(now.last),
        },
      )
    case "task": {
      const { task, last } = now
      const title = task.title === task.tool ? task.tool : `${task.tool} ${titleIn(language, task.title)}`
      return words("running", `${task.number} ${title}`, {
        since: task.startedAt,
        output: withoutAnsi(last),
        opens: task.key,
      })
    }
    case "process": {
      const { process, last } = now
      return words("running", `${process.id} ${process.command}`, {
        since: process.startedAt,
        output: withoutAnsi(last),
        opens: process.task,
      })
    }
    case "folder":
      return words("pause", say("busy.folder"))
    case "turn":
      return words("pause", say("now.folder", { stage: numbersIn(now.stage.id), holder: numbersIn(now.holder) }), {
        opens: now.stage.id,
      })
    case "elsewhere":
      return words("running", say("now.elsewhere"), { since: now.since })
    case "model": {
      const { progress, retry, since } = now
      const model = environment?.model ?? ""
      if (retry !== "") return words("again", say("model.retrying", { reason: retry }), { since })
      const how = progress ? progressWords(progress, language) : say("model.thinking")
      return words("running", [how, model].filter(Boolean).join(" · "), { since })
    }
  }
}
