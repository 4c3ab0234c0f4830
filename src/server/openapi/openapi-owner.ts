import { z } from "zod"
import { CompareReply, CompareRequest } from "../../protocol/api/comparison-api.ts"
import {
  ConfigReply,
  ConfigRequest,
  KeyReply,
  KeyRequest,
  PruneReply,
  PruneRequest,
} from "../../protocol/api/owner-api.ts"
import type { RouteDescription } from "./openapi-routes.ts"

/** The schemas of comparisons and of what is the owner's. */
export const OWNER_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  CompareRequest,
  CompareReply,
  Config: ConfigReply,
  ConfigRequest,
  ConfigKept: z.object({ kept: z.literal(true) }),
  KeyRequest,
  KeyReply,
  PruneRequest,
  PruneReply,
}

/** Runs in folders of ours, and what only whoever runs the server may do over it. */
export const OWNER_ROUTES: readonly RouteDescription[] = [
  {
    method: "post",
    path: "/api/comparisons",
    summary: "Start the same request under several strategies, side by side, each in a copy of the folder",
    body: "CompareRequest",
    status: 201,
    reply: { schema: "CompareReply" },
  },
  {
    method: "post",
    path: "/api/demo",
    summary: "Play the demo: a real run with prepared replies, in a folder of its own",
    status: 201,
    reply: { schema: "StartReply" },
  },
  {
    method: "get",
    path: "/api/config",
    summary: "What holds for new runs and who said so; `refusal` says why whoever asks may not change it",
    reply: { schema: "Config" },
  },
  {
    method: "post",
    path: "/api/config",
    summary: "Put one setting into the user's own config; only on the machine that the server runs on",
    body: "ConfigRequest",
    reply: { schema: "ConfigKept" },
  },
  {
    method: "post",
    path: "/api/keys",
    summary: "Keep a provider's key for this user alone; only on the machine that the server runs on",
    body: "KeyRequest",
    reply: { schema: "KeyReply" },
  },
  {
    method: "post",
    path: "/api/prune",
    summary: "Tell which runs would go, or, given those that were told, remove them",
    body: "PruneRequest",
    reply: { schema: "PruneReply" },
  },
]
