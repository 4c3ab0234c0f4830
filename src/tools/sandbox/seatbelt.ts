import { existsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hiddenPlaces } from "./hidden-places.ts"
import type { Sandbox, SandboxSearch } from "./sandbox.ts"

const PROGRAM = "/usr/bin/sandbox-exec"

/** macOS: its own sandbox, with a profile made by sandbox-runtime. */
export async function findSeatbelt(hidden: readonly string[]): Promise<SandboxSearch> {
  if (!existsSync(PROGRAM)) return { missing: `${PROGRAM} is missing; it is part of macOS.` }
  return { sandbox: seatbelt(hidden) }
}

/** Exported for its test, which can look at profiles anywhere. The manager is not initialised: each profile is made from its own settings alone, so runs don't share any. */
export function seatbelt(hidden: readonly string[]): Sandbox {
  return {
    name: "seatbelt",
    async wrap(command, { writable, network }) {
      const { SandboxManager } = await import("@anthropic-ai/sandbox-runtime")
      const git = writable.flatMap((root) => [join(root, ".git", "hooks"), join(root, ".git", "config")])
      const filesystem = {
        denyRead: await hiddenPlaces(hidden),
        allowWrite: [...writable, tmpdir()],
        denyWrite: git,
      }
      const rules = { filesystem, ...(network ? {} : { network: { allowedDomains: [], deniedDomains: [] } }) }
      // The runtime's own temporary folder is made by its own program, which is not used here.
      const text = ["/usr/bin/env", `TMPDIR=${tmpdir()}`, ...command].map(quote).join(" ")
      return ["/bin/bash", "-c", await SandboxManager.wrapWithSandbox(text, "bash", rules)]
    },
  }
}

function quote(argument: string): string {
  return `'${argument.replaceAll("'", "'\\''")}'`
}
