import type { RunView } from "@keelson/view/run-view.ts"
import { useLanguage, useWords } from "../../../words/use-words.ts"
import { Icon } from "../../icon.tsx"
import { stageMark } from "../../marks.ts"
import { statusNow } from "../graph/outline.ts"
import { laneName } from "./bar-words.ts"
import type { LanePlace } from "./layout.ts"

type LaneNamesProps = {
  readonly lanes: readonly LanePlace[]
  readonly view: RunView
  readonly onOpen: ((stage: string) => void) | undefined
}

/** The names of the lanes, each as high as its lane; that of a part opens it. */
export function LaneNames({ lanes, view, onOpen }: LaneNamesProps) {
  const say = useWords()
  const language = useLanguage()
  return (
    <ol className="lane-names">
      {lanes.map(({ lane, height }) => {
        const name = laneName(lane, say, language)
        const { of } = lane
        if (typeof of === "string" || !onOpen)
          return (
            <li key={lane.id} className="cut quiet" style={{ height }} title={name}>
              {name}
            </li>
          )
        const mark = stageMark(statusNow(view, of.stage.status))
        return (
          <li key={lane.id} style={{ height }}>
            <button
              type="button"
              className="lane-name cut"
              title={`${name} · ${say(mark.word)}`}
              onClick={() => onOpen(of.stage.id)}
            >
              <Icon shape={mark.shape} size={10} /> {name}
            </button>
          </li>
        )
      })}
    </ol>
  )
}
