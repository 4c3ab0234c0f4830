import type { Config, ToolGroup } from "../../config.ts"
import type { Language } from "../../protocol/log/environment.ts"
import type { ShowFlags } from "../flags/flags.ts"
import type { CommandStage } from "../following/command-stage.ts"

/** The groups that need more than comes along; nothing is loaded for the others. */
const NEEDY: readonly ToolGroup[] = ["data", "web", "documents"]

/** Offers what the tools of a run need, before it begins; see `extras/offer.ts`. */
export async function offerMissing(
  config: Config,
  { language, flags }: { readonly language: Language; readonly flags: ShowFlags },
  { display, notify }: CommandStage,
): Promise<void> {
  const isNeeded = config.tools.some((group) => NEEDY.includes(group)) || process.platform === "darwin"
  if (!isNeeded) return
  const { offerExtras } = await import("./offer.ts")
  const isAsked = !flags.json && !flags.print && process.stdin.isTTY && process.stderr.isTTY
  display.pause()
  await offerExtras({ config, language, isAsked, notify })
  display.resume()
}
