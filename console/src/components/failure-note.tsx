import type { Failure } from "../api/failure.ts"
import type { ConsoleLanguage } from "../state/preferences.ts"
import { link } from "../state/route.ts"
import { isWord, type Say, useLanguage, useWords } from "../words/use-words.ts"
import { Icon } from "./icon.tsx"
import { SignIn } from "./sign-in.tsx"

function wordsOf({ code, message }: Failure, say: Say, language: ConsoleLanguage): string {
  const word = `failure.${code}`
  if (language !== "en" && isWord(word)) return say(word)
  if (code === "offline") return say("error.offline")
  return code === "silent" ? say("error.silent", { seconds: message }) : message
}

/** Whoever looks at a run needs no way to it. */
function isHere(runId: string): boolean {
  return location.hash.split("?")[0] === link.run(runId)
}

/** What went wrong and the next thing to do about it. */
export function FailureNote({ failure, onRetry }: { readonly failure: Failure; readonly onRetry?: () => void }) {
  const say = useWords()
  const language = useLanguage()
  const isTranslated = language !== "en" && isWord(`failure.${failure.code}`)
  if (failure.code === "unauthorized") return <SignIn />
  const isOffline = failure.code === "offline"
  return (
    <div className="note error" role="alert">
      <strong>{wordsOf(failure, say, language)}</strong>
      {isOffline && <span>{say("error.offline.hint")}</span>}
      {failure.code === "silent" && <span>{say("error.silent.hint")}</span>}
      {isTranslated && (
        <span className="quiet small" lang="en">
          {failure.message}
        </span>
      )}
      {failure.hint !== "" && !isTranslated && <span>{failure.hint}</span>}
      {failure.runId !== undefined && !isHere(failure.runId) && (
        <span>
          <a className="button" href={link.run(failure.runId)}>
            {say("error.run")}
          </a>
        </span>
      )}
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
