import { type ReactNode, useEffect, useRef } from "react"
import { useWords } from "../words/use-words.ts"
import { Icon } from "./icon.tsx"

type DialogProps = {
  readonly title: string
  readonly onClose: () => void
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** The browser's own modal dialog: it keeps the focus, closes on Escape and gives the focus back. */
export function Dialog({ title, onClose, isWide = false, children }: DialogProps) {
  const say = useWords()
  const ref = useModal(onClose)
  return (
    <dialog ref={ref} className={isWide ? "wide" : ""} aria-label={title}>
      <div className="dialog-body">
        <div className="dialog-head">
          <h2 className="cut">{title}</h2>
          <button type="button" className="button plain" onClick={onClose} aria-label={say("close")}>
            <Icon shape="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}

/** Opens a dialog when it is drawn; a click beside it closes it, like Escape. */
export function useModal(onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const before = document.activeElement
    dialog.showModal()
    const onCancel = (event: Event) => {
      event.preventDefault()
      close.current()
    }
    const onClick = (event: MouseEvent) => event.target === dialog && close.current()
    dialog.addEventListener("cancel", onCancel)
    dialog.addEventListener("click", onClick)
    return () => {
      dialog.removeEventListener("cancel", onCancel)
      dialog.removeEventListener("click", onClick)
      dialog.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return ref
}
