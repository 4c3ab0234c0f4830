import { Hono } from "hono"
import { expect, it } from "vitest"
import type { Person } from "../../protocol/api/team-api.ts"
import { errorReply, toFailure } from "../http/failure.ts"
import { RateLimit } from "../http/rate-limit.ts"
import { type AccessRules, checkToken, type ServerEnvironment } from "./access.ts"
import { Rooms } from "./rooms.ts"

const ANN: Person = { name: "ann", tenant: "blue", role: "run", places: [] }
const RATE = { burst: 100, refillMs: 1 }

/** The server's own routes behind the guards; `admitted` happens between the look at a token and the way into its room. */
function ownersApp(admitted: (rooms: Rooms) => Promise<void>) {
  const room = new Hono<ServerEnvironment>().get("/api/runs", (context) => context.text("ann's"))
  const keyring = { find: async (token: string) => (token === "anns-token" ? ANN : undefined) }
  const rooms = new Rooms(
    keyring,
    (person) => ({ person, app: room, close: async () => {} }),
    () => {},
  )
  const admit = async (token: string) => {
    const isKnown = await rooms.admit(token)
    await admitted(rooms)
    return isKnown
  }
  const access = { token: "owners-token", admit } as Partial<AccessRules> as AccessRules
  const app = new Hono<ServerEnvironment>()
  app.use(checkToken(access, new RateLimit(RATE, () => 0)), rooms.enter)
  app.get("/api/runs", (context) => context.text("the owner's"))
  app.onError((error, context) => {
    const failure = toFailure(error)
    return context.json(errorReply(failure), failure.status)
  })
  const get = async (token: string) => {
    const reply = await app.request("/api/runs", { headers: { authorization: `Bearer ${token}` } })
    return [reply.status, await reply.text()]
  }
  return { get, rooms }
}

it("a person gets into their room, the owner to the owner's routes", async () => {
  const { get, rooms } = ownersApp(async () => {})
  expect(await get("anns-token")).toEqual([200, "ann's"])
  expect(await get("owners-token")).toEqual([200, "the owner's"])
  expect(await get("another")).toEqual([401, expect.stringContaining("unauthorized")])
  await rooms.close()
})

it("M6: a person whose room was closed meanwhile is refused, and not led to the owner's routes", async () => {
  const { get } = ownersApp((rooms) => rooms.close())
  expect(await get("anns-token")).toEqual([401, expect.stringContaining("unauthorized")])
})
