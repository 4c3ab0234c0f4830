import { percent } from "@keelson/text/words/units.ts"
import type { RulingView } from "@keelson/view/story.ts"
import { useReasons } from "../../../words/retold.ts"
import { useWords } from "../../../words/use-words.ts"

/** What a judge or a thought concluded, and what the engine corrected of it. */
export function Ruling({ ruling }: { readonly ruling: RulingView }) {
  const say = useWords()
  const reason = useReasons()
  const { verdict, text, corrections, next } = ruling
  const rate = verdict?.phase_completion_rate
  const figures = [
    ...(rate === undefined ? [] : [percent(rate)]),
    ...(verdict ? [say(verdict.phase_completed ? "judge.complete" : `judge.${verdict.next_action}`)] : []),
  ]
  return (
    <div className="ruling">
      <p>
        <span className="eyebrow">{say(verdict ? "judge.label" : "judge.thought")}</span>{" "}
        {figures.length > 0 && <span className="small quiet">{figures.join(" · ")}</span>}
      </p>
      <p className="ruling-text">{text}</p>
      {next !== "" && <p className="quiet">{next}</p>}
      {verdict?.failed_reason && <p className="quiet">{verdict.failed_reason}</p>}
      {corrections.length > 0 && (
        <p className="small correction">
          {say("judge.corrected")} {corrections.map(reason).join(" · ")}
        </p>
      )}
    </div>
  )
}
