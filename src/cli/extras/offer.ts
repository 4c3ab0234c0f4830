import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Config, writePrivateText } from "../../config.ts"
import { EXTRA_NAMES, EXTRAS, type Extra, type ExtraName } from "../../extras/extras.ts"
import { placeOf } from "../../extras/find-package.ts"
import { isInOpenWorkspace } from "../../extras/open-workspaces.ts"
import { extrasFolder } from "../../extras/own-folder.ts"
import type { Language } from "../../protocol/log/environment.ts"
import { messageOf } from "../../text/message-of.ts"
import { typedYes } from "../prompt/typed-yes.ts"
import { installExtra } from "./install.ts"
import { packagesOf } from "./packages.ts"
import { broughtBy, sayExtra } from "./words.ts"

/** What is about to run, and who is there. */
export type Offering = {
  readonly config: Pick<Config, "tools" | "sandbox">
  readonly language: Language
  /** Whether somebody can see a question and type an answer. */
  readonly isAsked: boolean
  readonly notify: (notice: string) => void
}

/**
 * Before a run begins: what its tools need and is not installed is offered, once; else the command that installs it is said. What is
 * offered follows from the groups of tools that a person chose, never from what a model says.
 */
export async function offerExtras({ config, language, isAsked, notify }: Offering): Promise<void> {
  for (const name of EXTRA_NAMES.filter((extra) => isWanted(EXTRAS[extra], config) && placeOf(extra) === "nowhere")) {
    const canAsk = isAsked && !isInOpenWorkspace(extrasFolder()) && !declined().includes(name)
    if (canAsk && (await isAgreed(name, language))) await install(name, language, notify)
    else notify(sayExtra(language, "missing", name, broughtBy(name, language), name))
  }
}

function isWanted({ for: need }: Extra, { tools, sandbox }: Offering["config"]): boolean {
  if ("tools" in need) return tools.includes(need.tools)
  return "sandboxOn" in need && need.sandboxOn === process.platform && sandbox !== "off"
}

async function isAgreed(name: ExtraName, language: Language): Promise<boolean> {
  const about = sayExtra(language, "offer", name, broughtBy(name, language), packagesOf(name), extrasFolder())
  const agrees = await typedYes(`\n${about}\n`, sayExtra(language, "question"))
  if (!agrees) decline(name)
  return agrees
}

/** A run is not held up by what can't be fetched now. */
async function install(name: ExtraName, language: Language, notify: Offering["notify"]): Promise<void> {
  notify(sayExtra(language, "installing", packagesOf(name)))
  try {
    await installExtra(name)
    notify(sayExtra(language, "installed", name, packagesOf(name), extrasFolder()))
  } catch (error) {
    notify(sayExtra(language, "later", messageOf(error)))
    notify(sayExtra(language, "missing", name, broughtBy(name, language), name))
  }
}

function declinedFile(): string {
  return join(extrasFolder(), "declined.json")
}

/** What was said no to; asked about again only by its own command. */
function declined(): readonly string[] {
  try {
    const names: unknown = JSON.parse(readFileSync(declinedFile(), "utf8"))
    return Array.isArray(names) ? names : []
  } catch {
    return []
  }
}

function decline(name: ExtraName): void {
  writePrivateText(declinedFile(), JSON.stringify([...declined(), name]))
}
