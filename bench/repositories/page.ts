import { readFileSync } from "node:fs"
import { repositoryPath } from "../support/processes.ts"
import { type Cell, COLUMNS, type Row } from "./row.ts"

/** What each repository came to; what is not as it should be is set apart. */
export function tableOf(rows: readonly Row[]): string {
  const head = ["repository", "language", "files", ...COLUMNS, "detection", "first call", "checkpoint", "right, wrong"]
  const lines = rows.map(
    ({ name, commit, language, files, cells, detectionMs, firstCallMs, checkpointMs, rightSeconds, wrongSeconds }) => [
      `[${name}](https://github.com/${name}/commit/${commit})`,
      language,
      files?.toLocaleString("en") ?? "–",
      ...cells.map(shown),
      inMilliseconds(detectionMs),
      inMilliseconds(firstCallMs),
      inSeconds(checkpointMs === undefined ? undefined : checkpointMs / 1000),
      `${inSeconds(rightSeconds)}, ${inSeconds(wrongSeconds)}`,
    ],
  )
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

/** Repositories with a cell that is not right and of which the page says nothing below the table. */
export function unexplained(rows: readonly Row[], page: string): string[] {
  const [, below = ""] = readFileSync(repositoryPath(page), "utf8").split("<!-- /repositories -->")
  return rows
    .filter(({ name, cells }) => cells.some(({ isRight }) => !isRight) && !below.includes(name))
    .map(({ name }) => name)
}

function shown({ text, isRight }: Cell): string {
  const safe = text.replaceAll("|", "\\|")
  return isRight ? safe : `**${safe}**`
}

function inMilliseconds(value: number | undefined): string {
  return value === undefined ? "–" : `${value.toFixed(0)} ms`
}

function inSeconds(value: number | undefined): string {
  return value === undefined ? "–" : `${value.toFixed(value < 10 ? 1 : 0)} s`
}
