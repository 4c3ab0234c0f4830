import type { VerifyMoment } from "../../protocol/log/environment.ts"
import type { RunSetup } from "../../run/lifecycle/run-setup.ts"
import type { AgentOptions } from "../agent-options.ts"

type Settings = { readonly verify: VerifyMoment | undefined; readonly isSmall: boolean }

/** What a run is told of its folder; nothing of one that arrives later, or in the seeds' own flow. */
export async function factsOf(
  { source, literal, checks }: AgentOptions,
  { workspace, strategy, secrets }: RunSetup,
  { verify = "round", isSmall }: Settings,
): Promise<string> {
  if (source !== undefined || literal) return ""
  const [{ folderFacts }, { configuredChecks }, { detectChecks }] = await Promise.all([
    import("./folder-facts.ts"),
    import("../../checks/checks-option.ts"),
    import("../../checks/detect-checks.ts"),
  ])
  const [first] = strategy.stages ?? []
  // A small model works in a loop of turns, whatever `auto` would take otherwise.
  const hasRounds = (first === "phase" || first === "round") && !isSmall
  const known = async () => configuredChecks(checks) ?? detectChecks(workspace)
  return secrets.redact(await folderFacts(workspace, known, { verify, hasRounds }))
}
