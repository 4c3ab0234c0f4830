import type { RunView } from "@keelson/view/run-view.ts"

/** What the engine counted of a run. */
export function countsOf(view: RunView): { readonly phases: number; readonly tasks: number; readonly rounds: number } {
  return {
    phases: view.stages.filter(({ kind, status }) => kind === "phase" && status === "done").length,
    tasks: view.tasks.filter(({ status }) => RAN.has(status)).length,
    rounds: view.stages.filter(({ isRepeated }) => isRepeated).length,
  }
}

const RAN: ReadonlySet<string> = new Set(["done", "failed", "unknown"])
