import { existsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findPackage, loadPackage } from "../../extras/find-package.ts"
import { MissingExtraError } from "../../extras/missing-extra.ts"
import { workspaceOf } from "./guarded-names.ts"
import { hiddenPlaces } from "./hidden-places.ts"
import type { Sandbox, SandboxPlace, SandboxSearch } from "./sandbox.ts"
import { watchSettings } from "./settings-guard.ts"
import { placesIn } from "./workspace-places.ts"

const PROGRAM = "/usr/bin/sandbox-exec"
const RUNTIME = "@anthropic-ai/sandbox-runtime"

/** macOS: its own sandbox, with a profile made by sandbox-runtime. */
export async function findSeatbelt(hidden: readonly string[]): Promise<SandboxSearch> {
  if (!existsSync(PROGRAM)) return { missing: `${PROGRAM} is missing; it is part of macOS.` }
  try {
    findPackage("seatbelt", RUNTIME)
    return { sandbox: seatbelt(hidden) }
  } catch (error) {
    if (error instanceof MissingExtraError) return { missing: error.message }
    throw error
  }
}

/** Exported for its test, which can look at profiles anywhere. The manager is not initialised: each profile is made from its own settings alone, so runs don't share any. */
export function seatbelt(hidden: readonly string[]): Sandbox {
  return {
    name: "seatbelt",
    async wrap(command, place) {
      const { writable, network } = place
      const { SandboxManager } = await loadPackage<typeof import("@anthropic-ai/sandbox-runtime")>("seatbelt", RUNTIME)
      const { secrets, orders } = await within(place)
      const filesystem = {
        denyRead: [...(await hiddenPlaces(hidden)), ...secrets],
        allowWrite: [...writable, tmpdir()],
        denyWrite: orders,
      }
      const rules = { filesystem, ...(network ? {} : { network: { allowedDomains: [], deniedDomains: [] } }) }
      // The runtime's own temporary folder is made by its own program, which is not used here.
      const text = ["/usr/bin/env", `TMPDIR=${tmpdir()}`, ...command].map(quote).join(" ")
      return ["/bin/bash", "-c", await SandboxManager.wrapWithSandbox(text, "bash", rules)]
    },
    async attend(place) {
      return { leave: await watchSettings(place) }
    },
  }
}

/** Git's names can be denied whether they are there or not; settings may be anywhere, and new ones are set aside afterwards. */
async function within(place: SandboxPlace): Promise<{ secrets: string[]; orders: string[] }> {
  const root = workspaceOf(place)
  if (root === undefined) return { secrets: [], orders: [] }
  const git = ["hooks", "config", "config.worktree", "commondir"].map((name) => join(root, ".git", name))
  const { secrets, settings, unreadable } = await placesIn(root)
  return { secrets: [...secrets, ...unreadable], orders: [...git, ...settings] }
}

function quote(argument: string): string {
  return `'${argument.replaceAll("'", "'\\''")}'`
}
