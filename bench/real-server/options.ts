import { parseArgs } from "node:util"
import { STRATEGIES } from "../../src/strategies/index.ts"
import { TINY_JOBS } from "./tiny-jobs.ts"

/** What is tried, where. Times are as the command line takes them. */
export type Choice = {
  readonly address: string
  readonly model: string
  readonly strategies: readonly string[]
  readonly jobs: readonly string[]
  readonly maxTime: string
}

/** `--strategy` and `--job` may be given several times; left out they mean all. The server is asked for a model if none is named. */
export async function readChoice(args: readonly string[]): Promise<Choice> {
  const many = { type: "string", multiple: true } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      address: { type: "string" },
      model: { type: "string" },
      strategy: many,
      job: many,
      "max-time": { type: "string", default: "5m" },
    },
  })
  if (values.address === undefined) throw new TypeError("Give the server's address: --address http://127.0.0.1:8080")
  const address = values.address.replace(/\/(v1\/?)?$/, "")
  return {
    address: `${address}/v1`,
    model: values.model ?? (await firstModel(`${address}/v1/models`)),
    strategies: values.strategy ?? [...STRATEGIES.keys()],
    jobs: values.job ?? [...TINY_JOBS.keys()],
    maxTime: values["max-time"],
  }
}

type List = { readonly data?: readonly { readonly id: string }[] }

async function firstModel(address: string): Promise<string> {
  const key = process.env.OPENAI_API_KEY
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const answer = await fetch(address, { headers }).catch(() => undefined)
  const list = (await answer?.json().catch(() => undefined)) as List | undefined
  const first = list?.data?.[0]?.id
  if (first === undefined) throw new TypeError(`${address} lists no model; name one with --model.`)
  return first
}
