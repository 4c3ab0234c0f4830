/** What differs from one time to the next is made equal: times, ids, places, counts of tokens. */
export function steady(line: string, root: string): string {
  return line
    .replaceAll(root, "~")
    .replace(/\d{6}-[a-z0-9]{6}/g, "260101-abc123")
    .replace(/> \S+@\S* test$/, "> test")
    .replace(/127\.0\.0\.1:\d{5}/g, "127.0.0.1:11434")
    .replace(/context [\d.]+k? · .*/, "context 2.1k · tokens 8.4k + 154 · …")
    .replace(/\b\d\d:\d\d:\d\d\b/g, "09:00:00")
    .replace(/(?<= )\d+:\d\d\b(?!:)/g, "0:02")
    .replace(/\([\d.]+k? tokens in, \d+ out\)/, "(2.7k tokens in, 49 out)")
    .replace(/tokens [\d.]+k? · –/, "tokens 5.4k · –")
    .replace(/\b\d+(\.\d+)? (ms|s)\b/g, "1.2 s")
}
