import type { Context } from "hono"
import type {
  ConfigReply,
  ConfigRequest,
  KeyReply,
  OwnerRefusal,
  PruneReply,
  PruneRequest,
} from "../../protocol/api/owner-api.ts"
import type { AccessRules, ServerEnvironment } from "../access/access.ts"
import { isLoopback } from "../http/allowed-hosts.ts"
import { ApiFailure } from "../http/failure.ts"

/** What only whoever runs the server may do over it. Refusals are thrown as the command line throws them. */
export interface OwnersDesk {
  /** What holds for new runs, and who said so. */
  config(): Promise<Omit<ConfigReply, "refusal">>
  /** Puts one setting into the user's own config. Throws `LooserError` where that allows more and nobody said yes to it. */
  keep(setting: ConfigRequest): Promise<void>
  /** Keeps a provider's key for this user alone. */
  keepKey(provider: string, key: string): Promise<KeyReply>
  /** Tells which runs would go, or removes those that were told. */
  prune(wish: PruneRequest): Promise<PruneReply>
}

/**
 * Why whoever asks can't be taken for the owner: the connection or the name that was asked for is not this machine's own, somebody
 * passed the request on, or the server asks nobody for a token.
 */
export function ownerRefusal(
  context: Context<ServerEnvironment>,
  { token }: Pick<AccessRules, "token">,
): OwnerRefusal | undefined {
  if (token === null) return "open"
  const address = context.env?.incoming?.socket.remoteAddress?.replace(/^::ffff:/, "") ?? ""
  const name = (context.req.header("host") ?? "").replace(/:\d+$/, "").replace(/^\[(.*)\]$/, "$1")
  const isPassedOn = ["x-forwarded-for", "forwarded", "via"].some((header) => context.req.header(header) !== undefined)
  return isLoopback(address) && isLoopback(name.toLowerCase()) && !isPassedOn ? undefined : "remote"
}

const WHY: Readonly<Record<OwnerRefusal, string>> = {
  remote:
    "This is done only in a browser on the machine that the server runs on: keys and settings do not go over a network.",
  open: "This server was started without a token, so that it can't tell its owner from others. Start it with one.",
}

/** Throws where `ownerRefusal` has a reason. */
export function requireOwner(context: Context<ServerEnvironment>, access: Pick<AccessRules, "token">): void {
  const refusal = ownerRefusal(context, access)
  if (refusal) throw new ApiFailure(403, `owner_${refusal}`, WHY[refusal])
}
