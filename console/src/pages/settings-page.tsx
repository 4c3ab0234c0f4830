import type { LimitName } from "@keelson/options/declared/limits.ts"
import type { Words } from "@keelson/options/option.ts"
import type { SettingsReply } from "@keelson/protocol/api/api.ts"
import { api } from "../api/client.ts"
import { FailureNote } from "../components/failure-note.tsx"
import { OwnSettings } from "../components/settings/own-settings.tsx"
import { typedUnit } from "../components/start/typed-limit.ts"
import { ASKED_LIMITS, ASKED_OPTIONS, inForce } from "../components/start/wish.ts"
import { useLoaded } from "../state/use-loaded.ts"
import { useTitle } from "../state/use-title.ts"
import { useDeclaredWords, useWords } from "../words/use-words.ts"
import "./settings-page.css"

/** What holds for new runs unless they say otherwise. */
export function SettingsPage() {
  const say = useWords()
  useTitle(say("nav.settings"))
  const { value, failure, reload } = useLoaded("settings", api.settings)
  return (
    <main className="page narrow" id="main">
      <div className="page-head">
        <h1>{say("nav.settings")}</h1>
      </div>
      {failure && <FailureNote failure={failure} onRetry={reload} />}
      {value === null && !failure && <p className="blank">{say("loading")}</p>}
      {value?.offers?.includes("owner") && <OwnSettings settings={value} onChanged={reload} />}
      {value && !value.offers?.includes("owner") && <Held settings={value} />}
    </main>
  )
}

/** Where they are those of the program that started the server. */
function Held({ settings }: { readonly settings: SettingsReply }) {
  const say = useWords()
  const words = useDeclaredWords()
  const shown = ({ form }: (typeof ASKED_OPTIONS)[number], value: unknown) =>
    [value ?? []]
      .flat()
      .map((each) => (typeof each === "boolean" ? say(each ? "yes" : "no") : wordOf(String(each), form.values, words)))
      .join(", ")
  const rows: readonly (readonly [string, string])[] = [
    [say("start.folder"), settings.workspaces.join(", ")],
    [say("start.strategy"), settings.strategy ?? ""],
    ...ASKED_OPTIONS.map((option) => [words(option.form.label), shown(option, inForce(option, settings))] as const),
    [say("settings.sandbox"), settings.sandbox ?? say("start.sandbox.none")],
    ...ASKED_LIMITS.map(
      ([name, limit]) =>
        [limit.words ? words(limit.words) : name, limitWords(name, settings) || say("limit.none")] as const,
    ),
    [say("settings.version"), settings.version],
  ]
  return (
    <>
      <p className="quiet">{say("settings.where")}</p>
      <dl className="panel settings">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === "" ? "–" : value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** In the unit that the form asks for. */
function limitWords(name: LimitName, { limits }: SettingsReply): string {
  const value = limits[name]
  return value === null ? "" : String(value / typedUnit(name))
}

/** A value by its name in the form, if it has one. */
function wordOf(value: string, names: Readonly<Record<string, Words>> | undefined, say: (words: Words) => string) {
  const words = names?.[value]
  return words ? say(words) : value
}
