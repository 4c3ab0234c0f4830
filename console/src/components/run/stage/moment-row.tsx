import type { Moment, MomentKind } from "@keelson/view/moment.ts"
import { useReasons } from "../../../words/retold.ts"
import { useDeclaredWords, useWords } from "../../../words/use-words.ts"
import { Icon, type Shape } from "../../icon.tsx"
import { TextItems } from "../../text-items.tsx"
import { momentName } from "./moment-name.ts"

const SHAPES: Readonly<Record<MomentKind, Shape>> = {
  reflection: "flag",
  violation: "warning",
  exception: "warning",
  limit: "incomplete",
  compaction: "fold",
  rejection: "again",
  cut: "fold",
  replan: "again",
  extension: "play",
  missing: "incomplete",
  missed: "warning",
  deadlock: "blocked",
  cancel: "cancelled",
  resume: "play",
  passed: "verified",
  failed: "failed",
  broken: "unknown",
  question: "asked",
  answer: "done",
  word: "mark",
  note: "file",
  undo: "undo",
  redo: "again",
}

const QUIET: ReadonlySet<MomentKind> = new Set([
  "compaction",
  "extension",
  "answer",
  "question",
  "resume",
  "note",
  "undo",
  "redo",
])

/** What nobody should have to open: what would help, what became of files. */
const OPEN: ReadonlySet<MomentKind> = new Set(["deadlock", "undo", "redo"])

export function momentShape(kind: string): Shape {
  return SHAPES[kind as MomentKind] ?? "flag"
}

/** Something that was noticed: a reflection, a violation, a limit. */
export function MomentRow({ moment }: { readonly moment: Moment }) {
  const say = useWords()
  const reason = useReasons()
  const { kind, text, details, by } = moment
  const name = momentName(kind, moment.name, say, useDeclaredWords())
  return (
    <details className={`moment${QUIET.has(kind) ? " calm" : ""}`} open={OPEN.has(kind)}>
      <summary>
        <Icon shape={momentShape(kind)} size={14} />
        <span>
          <strong>{say(`moment.${kind}`)}</strong> {name !== "" && <code>{name}</code>} {reason(text)}
          {by !== undefined && <span className="quiet"> {say("by", { name: by })}</span>}
        </span>
      </summary>
      {details.length > 0 && (
        <ul>
          <TextItems items={details.map(reason)} />
        </ul>
      )}
    </details>
  )
}
