import { spelledOut } from "@keelson/text/spelled-out.ts"

/** A line of a diff with every hidden sign spelled out, but for the carriage return that ends each line of some files. */
export function spelledLine(line: string): string {
  return spelledOut(line.replace(/\r$/, ""))
}
