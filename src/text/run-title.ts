import { clip } from "./clip.ts"

/** The one name of a run, everywhere: the first line of its request, known from the start and never another. */
export function runTitle(request: string): string {
  return clip(request.trim().split("\n")[0] ?? "", 100)
}
