/** `phase-2/round-1/task-3` is `p2r1t3`, as the engine names the whole result of a task. */
export function artifactId(key: string): string {
  return key
    .split("/")
    .map((part) => part.replace(/^([a-z])[a-z]*-(\d+)$/, "$1$2"))
    .join("")
}
