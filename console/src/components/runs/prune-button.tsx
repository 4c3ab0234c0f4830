import { lazy, Suspense, useState } from "react"
import { useWords } from "../../words/use-words.ts"

const PruneDialog = lazy(() => import("./prune-dialog.tsx").then(({ PruneDialog: it }) => ({ default: it })))

/** Opens what shows, and then removes, old runs. */
export function PruneButton({ onDone }: { readonly onDone: () => void }) {
  const say = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {say("runs.prune")}
      </button>
      {isOpen && (
        <Suspense>
          <PruneDialog onClose={() => setOpen(false)} onDone={onDone} />
        </Suspense>
      )}
    </>
  )
}
