import type { StageView } from "@keelson/view/run-view.ts"
import { useState } from "react"
import { flushSync } from "react-dom"
import { useKeys } from "../../state/keys.ts"
import type { RunPicture } from "../../state/run-feed.ts"
import { openingStage } from "./graph/opening-stage.ts"
import { leavesOf, type Outline } from "./graph/outline.ts"
import { stageTasks } from "./stage/stage-tasks.ts"

export type Selection = {
  readonly tab: string
  readonly setTab: (tab: string) => void
  /** The stage that is shown: the one that was chosen, else the one that the page opens at. */
  readonly stage: StageView | undefined
  readonly choose: (stage: string) => void
  /** The task that j and k are at. */
  readonly cursor: string
  readonly open: ReadonlySet<string>
  readonly toggle: (task: string) => void
}

/** What is looked at, by mouse or by keys. `onBack` is Escape when there is nothing left to close. */
export function useSelection({ view, story }: RunPicture, outline: Outline, onBack: () => boolean): Selection {
  const [tab, setTab] = useState("work")
  const [chosen, setChosen] = useState<string | null>(null)
  const [cursor, setCursor] = useState("")
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const leaves = leavesOf(outline)
  const opening = openingStage(view, leaves)
  const stage = leaves.find(({ id }) => id === chosen) ?? opening

  const choose = (id: string) => {
    setTab("work")
    setChosen(id === opening?.id ? null : id)
  }
  const step = (by: number) => {
    setTab("work")
    const tasks = stage ? stageTasks(stage, view, story) : []
    const next = neighbour(tasks, ({ key }) => key === cursor, by)
    if (next) setCursor(next.key)
  }
  const turn = (by: number) => {
    const next = leaves[leaves.findIndex(({ id }) => id === stage?.id) + by]
    if (next) choose(next.id)
  }
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    "]": () => turn(1),
    "[": () => turn(-1),
    "/": () => {
      // At once: what is typed next belongs into the filter.
      flushSync(() => setTab("log"))
      document.getElementById("log-filter")?.focus()
    },
    Escape: () => {
      if (open.size > 0) setOpen(new Set())
      else if (!onBack()) setChosen(null)
    },
  })
  const toggle = (key: string) => {
    setCursor(key)
    setOpen((before) => toggled(before, key))
  }
  return { tab, setTab, stage, choose, cursor, open, toggle }
}

/** The one before or after; from nowhere, the first or the last. */
function neighbour<T>(items: readonly T[], isHere: (item: T) => boolean, by: number): T | undefined {
  const at = items.findIndex(isHere)
  if (at === -1) return by > 0 ? items[0] : items.at(-1)
  return items[Math.min(items.length - 1, Math.max(0, at + by))]
}

function toggled(before: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(before)
  if (!next.delete(key)) next.add(key)
  return next
}
