import { type Config, type Flags, keepSettings, readConfig } from "../../config.ts"
import { configWithConsent } from "../../host/consent.ts"
import type { ChosenModel } from "../../host/model/model-offers.ts"
import { suggestedModel } from "../../host/model/suggested-model.ts"
import { languageHere } from "../../host/user-language.ts"
import { homePath } from "../../host/workspace/home-path.ts"
import { speaker } from "../../text/words/dictionary.ts"
import { consentHere } from "../asking/consent.ts"
import type { ModelFlags, ShowFlags } from "../flags/flags.ts"
import { tell } from "../terminal/output.ts"
import { SETUP_WORDS } from "./words.ts"

const say = speaker(SETUP_WORDS)

/** The config of a run. Where it has no model, or half the name of one, a person who is there is asked before anything else. */
export async function readyConfig(said: Flags, flags: ShowFlags & ModelFlags): Promise<Config> {
  if (flags.rehearse) return readConfig(said)
  const config = await configWithConsent(said, consentHere(flags))
  if (!isSomebodyThere(flags)) return config
  if (config.model === undefined) {
    const chosen = await setUpModel(config.environment, true)
    return chosen ? configWithConsent(said, consentHere(flags)) : config
  }
  const meant = suggestedModel(config)
  if (meant === undefined || !(await isMeant(meant))) return config
  return configWithConsent({ ...said, model: meant }, consentHere(flags))
}

/** Lets the user choose, and keeps the choice. */
export async function setUpModel(
  environment: Config["environment"],
  isFirst: boolean,
): Promise<ChosenModel | undefined> {
  const { chooseModel } = await import("./choose-model.ts")
  const demo = async () => (await import("../commands/demo-command.ts")).demoCommand({})
  const chosen = await chooseModel(environment, { isFirst, demo })
  if (chosen) keepModel(environment, chosen)
  return chosen
}

/** An address of the one before is not meant for this one. */
export function keepModel(environment: Config["environment"], { model, baseUrl }: ChosenModel): void {
  const path = keepSettings(environment, { model, base_url: baseUrl })
  tell(say(languageHere(environment), "kept", model, homePath(path)))
}

function isSomebodyThere({ json, print, quiet }: ShowFlags): boolean {
  return !json && !print && !quiet && process.stdin.isTTY === true && process.stderr.isTTY === true
}

async function isMeant(model: string): Promise<boolean> {
  const [{ askKey }, { terminalWith }] = await Promise.all([
    import("../prompt/ask-key.ts"),
    import("../prompt/this-terminal.ts"),
  ])
  const language = languageHere()
  const choices = [
    { key: "y", label: say(language, "yes"), value: true },
    { key: "n", label: say(language, "no"), value: false },
  ]
  const question = { title: say(language, "meant", model), choices }
  return (
    (await askKey(
      question,
      terminalWith(() => process.exit(130)),
      new AbortController().signal,
    )) === true
  )
}
