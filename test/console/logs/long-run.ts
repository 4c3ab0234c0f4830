import { Teller } from "./teller.ts"

/** A run of very many turns: some fifteen events each. */
export function longRun(events: number, request = "Read everything.", at = 1_000_000): Teller {
  const teller = beginLongRun(events, request, at)
  return teller.end({ status: "done", verified: false }, "Everything was read.")
}

/** The same before its end. */
export function beginLongRun(events: number, request = "Read everything.", at = 1_000_000): Teller {
  const teller = new Teller(at)
  teller.begin({ request, strategy: "react" }).state("EXECUTING")
  for (let turn = 1; teller.events.length < events - 4; turn++) tellTurn(teller, turn)
  return teller
}

/** One turn: a call, a plan and three tasks. */
export function tellTurn(teller: Teller, turn: number): Teller {
  const stage = `turn-${turn}`
  const tasks = [1, 2, 3].map((n) => ({
    tool: "read_file",
    title: `Read file-${turn}-${n}.ts`,
    input: { path: `file-${turn}-${n}.ts` },
    digest: `what stands in file-${turn}-${n}.ts`,
    ms: 10 * n,
  }))
  teller.stage(stage, "turn", `Turn ${turn}`).call(`${stage}/reply`, "reply", { ms: 900, prompt: 4000 + turn })
  teller.plan(stage, `Turn ${turn} needs three files.`, tasks).work(stage, tasks)
  return teller.endStage(stage, "done", `Turn ${turn} has read three files.`)
}
