import type { Failure } from "../api/failure.ts"
import { useWords } from "../words/use-words.ts"
import { Icon } from "./icon.tsx"
import { SignIn } from "./sign-in.tsx"

/** What went wrong and the next thing to do about it. */
export function FailureNote({ failure, onRetry }: { readonly failure: Failure; readonly onRetry?: () => void }) {
  const say = useWords()
  if (failure.code === "unauthorized") return <SignIn />
  const isOffline = failure.code === "offline"
  return (
    <div className="note error" role="alert">
      <strong>{isOffline ? say("error.offline") : failure.message}</strong>
      {isOffline && <span>{say("error.offline.hint")}</span>}
      {failure.hint !== "" && <span>{failure.hint}</span>}
      {onRetry && (
        <span>
          <button type="button" className="button" onClick={onRetry}>
            <Icon shape="again" />
            {say("retry")}
          </button>
        </span>
      )}
    </div>
  )
}
