import { cutWords } from "./rules.ts"
import { type Point, Stage } from "./stage.ts"

export const WIDTHS = [60, 80, 120] as const

export type Played = {
  /** The file in docs/screens. */
  readonly path: string
  readonly text: string
  readonly faults: readonly string[]
}

/** Plays a point at every width, and says what it looks like and which rules it breaks. */
export async function played(point: Point): Promise<Played> {
  const plays = WIDTHS.map((columns) => playedAt(point, columns))
  // Where one fails, the others still clear their places away.
  await Promise.allSettled(plays)
  const stages = await Promise.all(plays)
  const cut = stages.flatMap(({ columns, lines }) =>
    cutWords(
      lines,
      stages.filter((other) => other.columns > columns).map((other) => other.lines),
      columns,
    ).map((fault) => `at ${columns} columns: ${fault}`),
  )
  return {
    path: `${String(point.number).padStart(2, "0")}-${point.name}.txt`,
    text: [`${point.number}. ${point.title}\n`, ...stages.map(({ text }) => text)].join("\n"),
    faults: [...stages.flatMap(({ faults }) => faults), ...cut],
  }
}

async function playedAt(point: Point, columns: number) {
  const stage = new Stage(point, columns)
  try {
    await point.play(stage)
  } finally {
    await stage.close()
  }
  const ruler = `${`── ${columns} columns `.padEnd(columns, "─")}\n`
  const text = stage.screens.map((lines) => `${ruler}${lines.join("\n")}\n`).join("\n")
  return { columns, text, lines: stage.screens.flat(), faults: stage.faults }
}
