import type { Remedy, WayOut } from "../../protocol/log/keelson-error.ts"

/** How the remedies that the engine names are had from a shell. */
const COMMANDS: Readonly<Record<Remedy, (runId: string) => string>> = {
  resume: (runId) => `Go on with: keelson resume ${runId}`,
  ask_again: (runId) => `To be asked again, resume it: keelson resume ${runId}`,
  cancel: (runId) => `Wait for it, or stop it with: keelson cancel ${runId}`,
  list: () => "See the list with: keelson runs",
  approval: () => "Use --allow, --always or --deny.",
  words: (runId) => `Answer with: keelson answer ${runId} "…"`,
  checkpoints: () => "keelson doctor says what is missing.",
  base_url: () => "The flag is --base-url.",
}

/** What stands after an error's message on the terminal; empty where nothing is known to help. */
export function wayOutInShell({ remedy, runId }: WayOut): string {
  return COMMANDS[remedy](runId ?? "")
}
