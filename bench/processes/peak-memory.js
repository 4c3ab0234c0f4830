// Preloaded into a measured process: writes the peak of its resident memory in kB to fd 3 when it exits.
import { readFileSync, writeSync } from "node:fs"

process.once("exit", () => {
  writeSync(3, String(peak()))
})

/** Not `maxRSS` where it can be had: Linux carries the parent's peak over into that. */
function peak() {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))?.[1])
  } catch {
    return process.resourceUsage().maxRSS
  }
}
