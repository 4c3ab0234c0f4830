import { isCancel, password, select, text } from "@clack/prompts"
import { type Config, keepKey, keysFile } from "../../config.ts"
import { hostedProviders } from "../../host/model/hosted-providers.ts"
import { type ChosenModel, type ModelOffer, modelOffers } from "../../host/model/model-offers.ts"
import { languageHere } from "../../host/user-language.ts"
import { knownNames } from "../../model/endpoints/price-table.ts"
import type { Language } from "../../protocol/log/environment.ts"
import { speaker } from "../../text/words/dictionary.ts"
import { onOneLine } from "../paint/text.ts"
import { SETUP_WORDS } from "./words.ts"

const say = speaker(SETUP_WORDS)
const SCREEN = { input: process.stdin, output: process.stderr }

/** Offers what there is, by name. `undefined`: not now. */
export async function chooseModel(
  environment: Config["environment"],
  { isFirst, demo }: { readonly isFirst: boolean; readonly demo: () => Promise<unknown> },
): Promise<ChosenModel | undefined> {
  const language = languageHere(environment)
  const offers = await modelOffers(environment)
  for (;;) {
    const picked = await select<ModelOffer | Other>({
      ...SCREEN,
      message: say(language, isFirst ? "none" : "which"),
      options: [
        ...offers.map((offer) => ({ value: offer, label: offerText(language, offer) })),
        ...OTHERS.map((value) => ({ value, label: say(language, value) })),
      ],
    })
    if (isCancel(picked) || picked === "later") return undefined
    if (picked === "demo") {
      await demo()
      continue
    }
    const chosen = await followUp(language, picked, environment)
    if (chosen) return chosen
  }
}

const OTHERS = ["paste", "address", "demo", "later"] as const
type Other = (typeof OTHERS)[number]

/** What the answer still needs; `undefined` leads back to the list. */
async function followUp(
  language: Language,
  picked: ModelOffer | "paste" | "address",
  environment: Config["environment"],
): Promise<ChosenModel | undefined> {
  if (picked === "paste") return pasted(language, environment)
  if (picked === "address") return addressed(language)
  return picked.kind === "local" ? picked.chosen : named(language, picked.provider)
}

function offerText(language: Language, offer: ModelOffer): string {
  return offer.kind === "local"
    ? say(language, "local", onOneLine(offer.name), offer.server, offer.place)
    : say(language, "key", offer.label, offer.variable)
}

/** A key is kept before the model has a name: it need not be pasted again. */
async function pasted(language: Language, environment: Config["environment"]): Promise<ChosenModel | undefined> {
  const hosted = hostedProviders()
  const options = hosted.map(({ id, label, homePage }) => ({
    value: id,
    label,
    hint: say(language, "get.key", homePage),
  }))
  const provider = await select({ ...SCREEN, message: say(language, "provider"), options })
  if (isCancel(provider)) return undefined
  const variable = hosted.find(({ id }) => id === provider)?.variable ?? ""
  const message = say(language, "paste.key", variable, keysFile(environment))
  const key = await password({ ...SCREEN, message, validate: (said) => notEmpty(language, said) })
  if (isCancel(key)) return undefined
  keepKey(environment, variable, key.trim())
  process.env[variable] = key.trim()
  return named(language, provider)
}

/** Names that are known, and any other. */
async function named(language: Language, provider: string): Promise<ChosenModel | undefined> {
  const known = knownNames(provider)
  const options = [...known, ""].map((value) => ({ value, label: value || say(language, "another.name") }))
  const picked = known.length === 0 ? "" : await select({ ...SCREEN, message: say(language, "which"), options })
  if (isCancel(picked)) return undefined
  const name = picked || (await line(language, say(language, "name", provider)))
  return name === undefined ? undefined : { model: `${provider}:${name}` }
}

async function addressed(language: Language): Promise<ChosenModel | undefined> {
  const isAddress = (said = "") => (/^https?:\/\/./.test(said) ? undefined : say(language, "no.address"))
  const baseUrl = await line(language, say(language, "ask.address"), "http://127.0.0.1:8080/v1", isAddress)
  const name = baseUrl === undefined ? undefined : await line(language, say(language, "name", baseUrl))
  return name === undefined ? undefined : { model: `openai-compatible:${name}`, baseUrl }
}

async function line(
  language: Language,
  message: string,
  placeholder = "",
  validate = (said?: string) => notEmpty(language, said),
): Promise<string | undefined> {
  const said = await text({ ...SCREEN, message, placeholder, validate })
  return isCancel(said) ? undefined : said.trim()
}

function notEmpty(language: Language, said = ""): string | undefined {
  return said.trim() ? undefined : say(language, "empty")
}
