import { atFileEnd } from "../at-file-end.ts"
import { Place } from "./place.ts"

export { type End, jsonLines, Place, Running } from "./place.ts"

const places: Place[] = []
atFileEnd(async () => {
  for (const place of places.splice(0)) await place.clear()
})

/** A new place that is cleared away after the file's last test, for tests may run side by side. */
export function place(files?: Readonly<Record<string, string>>, main?: string): Place {
  const made = new Place(files, undefined, main)
  places.push(made)
  return made
}
