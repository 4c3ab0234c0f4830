import { type Keyring, Rooms } from "./access/rooms.ts"
import { buildRoom } from "./app.ts"
import { RunCatalog } from "./runs/run-catalog.ts"
import { RunDesk } from "./runs/run-desk.ts"
import type { Services } from "./services.ts"

/** Rooms whose services are a person's; what all share is the same for everybody: streams and pictures of runs that the catalog let through. */
export function openRooms(
  people: Keyring | undefined,
  services: Services,
  options: Omit<Parameters<typeof buildRoom>[2], "rooms">,
): Rooms | undefined {
  const { host, feeds } = services
  if (people === undefined || host.as === undefined) return undefined
  const as = host.as.bind(host)
  return new Rooms(
    people,
    (person) => {
      const own = as(person)
      const desk = new RunDesk(own, {
        onHeld: (run) => feeds.attach(run),
        onLeft: (run) => feeds.detach(run),
        onFault: options.onFault,
      })
      const app = buildRoom({ ...services, host: own, catalog: new RunCatalog(own), desk }, person, options)
      return { person, app, close: () => desk.close() }
    },
    options.onFault,
  )
}
