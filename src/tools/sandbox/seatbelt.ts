import { existsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findPackage, loadPackage } from "../../extras/find-package.ts"
import { MissingExtraError } from "../../extras/missing-extra.ts"
import { realRules } from "../workspace/path-rules.ts"
import { gitFoldersOf } from "./git/folders.ts"
import { workspaceOf } from "./guarded-names.ts"
import { hiddenPlaces } from "./home/hidden-places.ts"
import { viewHomes } from "./home/home-mounts.ts"
import type { Sandbox, SandboxPlace, SandboxSearch } from "./sandbox.ts"
import { watchSettings } from "./settings-guard.ts"
import { placesIn } from "./workspace-places.ts"

/** Nothing can be mounted here, so a repository can be written; what git takes orders from can't, nor what names other folders. */
const GIT_ORDERS = ["hooks", "config", "config.worktree", "commondir", "gitdir", "modules", "worktrees", "objects/info"]

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
      const { network } = place
      const { SandboxManager } = await loadPackage<typeof import("@anthropic-ai/sandbox-runtime")>("seatbelt", RUNTIME)
      const filesystem = await rulesFor(place, hidden)
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

/** What is denied within what is allowed stays denied, and the other way round: the innermost rule wins here too. */
async function rulesFor(place: SandboxPlace, hidden: readonly string[]) {
  const root = workspaceOf(place)
  const { allowRead, allowWrite, denyRead, denyWrite, unmasked } = realRules(place.paths, root)
  const { secrets, orders } = await within(place)
  const writable = [...place.writable, ...allowWrite]
  const rules = { allowRead, allowWrite, denyRead, denyWrite, unmasked }
  // No folder can be put in the place of another one here, so the user's caches are read-only with the network too.
  const homes = await viewHomes({ root, network: false, writable, rules, hidden: [] })
  const masked = secrets.filter((path) => !unmasked.includes(path))
  return {
    denyRead: [...homes.hidden, ...hiddenPlaces(hidden), ...masked, ...denyRead],
    allowRead: [...homes.shown, ...allowRead, ...writable],
    allowWrite: [...writable, tmpdir()],
    denyWrite: [...orders, ...denyWrite],
  }
}

/** Git's names can be denied whether they are there or not; settings may be anywhere, and new ones are set aside afterwards. */
async function within(place: SandboxPlace): Promise<{ secrets: string[]; orders: string[] }> {
  const root = workspaceOf(place)
  if (root === undefined) return { secrets: [], orders: [] }
  const { secrets, settings, unreadable, repositories } = await placesIn(root)
  const main = await gitFoldersOf(root)
  const folders = new Set([join(root, ".git"), ...repositories, ...(main ? [main.own, main.common] : [])])
  const git = [...folders].flatMap((folder) => GIT_ORDERS.map((name) => join(folder, name)))
  return { secrets: [...secrets, ...unreadable], orders: [...git, ...settings] }
}

function quote(argument: string): string {
  return `'${argument.replaceAll("'", "'\\''")}'`
}
