import type { ReactNode } from "react"
import type { Hearing } from "../../../state/use-deaf-time.ts"

type AnswerButtonProps = {
  readonly hearing: Hearing
  readonly isSending: boolean
  readonly onClick: () => void
  readonly look?: "primary" | "danger" | undefined
  /** The key that does the same. */
  readonly shortcut: string
  readonly describedBy?: string
  readonly children: ReactNode
}

/** A button that answers. It can be reached at once, and comes alive when its question may be answered. */
export function AnswerButton({
  hearing,
  isSending,
  look,
  shortcut,
  describedBy,
  onClick,
  children,
}: AnswerButtonProps) {
  return (
    <button
      type="button"
      className={`button answer${look ? ` ${look}` : ""}`}
      disabled={isSending}
      aria-disabled={hearing.isDeaf || undefined}
      aria-describedby={describedBy}
      onClick={onClick}
    >
      {children} <kbd>{shortcut}</kbd>
    </button>
  )
}
