/** The stage that a task or a call stands in: its key without the last part. */
export function stageOf(key: string): string {
  return key.split("/").slice(0, -1).join("/")
}
