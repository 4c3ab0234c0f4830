import type { Language } from "../../../protocol/log/environment.ts"
import type { FileChange } from "../../../protocol/log/event.ts"
import type { RunView } from "../../../view/run-view.ts"

/** What the run changed; files that ended as they began are left out. */
export function filesOf(view: RunView): FileChange[] {
  return view.changes.filter(({ before, after }) => before !== after).sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** The language that the run speaks to its user. */
export function languageIn(view: RunView): Language {
  return view.environment?.language ?? "en"
}
