import type { CallReply } from "@keelson/protocol/api/call-api.ts"

/** Tools that a reply called, with their arguments spread out. */
export function CallsMade({ calls }: Pick<CallReply, "calls">) {
  return calls.map(({ name, arguments: input }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: calls of one reply never move.
    <div className="call-made" key={index}>
      <code>{name}</code>
      <pre>{spread(input)}</pre>
    </div>
  ))
}

/** Broken arguments are shown as they came. */
function spread(input: string): string {
  try {
    return JSON.stringify(JSON.parse(input), null, 2)
  } catch {
    return input
  }
}
