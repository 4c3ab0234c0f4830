import { isWithin, parentOf, stageOfCall } from "@keelson/protocol/log/key.ts"
import type { RunPicture } from "@keelson/view/picture.ts"
import type { StageView } from "@keelson/view/run-view.ts"
import { useState } from "react"
import { flushSync } from "react-dom"
import { useAddress } from "../../state/address.ts"
import { useKeys } from "../../state/keys.ts"
import { openingStage } from "./graph/opening-stage.ts"
import { leavesOf, type Outline } from "./graph/outline.ts"
import { stageTasks } from "./stage/stage-tasks.ts"

export type Selection = {
  readonly tab: string
  readonly setTab: (tab: string) => void
  /** The stage that is shown: the one that was chosen, else the one that the page opens at. */
  readonly stage: StageView | undefined
  readonly choose: (stage: string) => void
  /** Shows what a key names: a stage, a task, which opens, or the stage of a call. */
  readonly reveal: (key: string) => void
  /** The task that j and k are at. */
  readonly cursor: string
  readonly open: ReadonlySet<string>
  readonly toggle: (task: string, stage?: string) => void
  /** The stage that is to be brought into sight; `count` says how often one was. */
  readonly jump: { readonly stage: string; readonly count: number }
}

/** What is looked at, by mouse, by keys or by address. `onBack` is Escape when there is nothing left to close. */
export function useSelection({ view, story }: RunPicture, outline: Outline, onBack: () => boolean): Selection {
  const address = useAddress()
  const linked = address.get("task")
  const [cursor, setCursor] = useState(linked)
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(linked === "" ? [] : [linked]))
  const leaves = leavesOf(outline)
  const opening = openingStage(view, leaves)
  const tab = address.get("tab") || "work"
  const wanted = address.get("stage")
  const asked = wanted === "" ? undefined : leaves.find(({ id }) => id === placeOf(wanted, leaves))
  const stage = asked ?? opening
  const [jump, setJump] = useState({ stage: asked?.id ?? "", count: 1 })
  const jumpTo = (id: string) => setJump(({ count }) => ({ stage: id, count: count + 1 }))

  const setTab = (name: string) => address.set({ tab: name === "work" ? "" : name })
  const choose = (id: string) => {
    address.set({ tab: "", stage: id === opening?.id ? "" : id, task: "" })
    jumpTo(id)
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
  const reveal = (key: string) => {
    const place = placeOf(key, leaves)
    if (place === undefined) return
    const isTask = view.tasks.some((task) => task.key === key)
    choose(place)
    if (!isTask) return
    setCursor(key)
    setOpen((before) => new Set([...before, key]))
    address.set({ stage: place, task: key })
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
      else if (!onBack()) address.set({ stage: "" })
      address.set({ task: "" })
    },
  })
  const toggle = (key: string, place = stage?.id) => {
    setCursor(key)
    const next = toggled(open, key)
    setOpen(next)
    if (place !== undefined) address.set({ stage: place, task: next.has(key) ? key : "" })
  }
  return { tab, setTab, stage, choose, reveal, cursor, open, toggle, jump }
}

/** The innermost stage that a key stands in; a phase is shown by its last round. */
function placeOf(key: string, leaves: readonly StageView[]): string | undefined {
  const named = [key, parentOf(key), stageOfCall(key)]
  const exact = named.flatMap((name) => leaves.filter(({ id }) => id === name)).at(0)
  if (exact) return exact.id
  const around = leaves.filter(({ id }) => isWithin(key, id)).at(-1)
  return (around ?? leaves.findLast(({ id }) => isWithin(id, stageOfCall(key) || key)))?.id
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
