import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { ChecksOption } from "../checks/checks-option.ts"
import { ConstraintOptions } from "../protocol/constraints.ts"
import type { Environment, Exchange } from "../protocol/environment.ts"
import { Limits } from "../protocol/limits.ts"
import { answerInput } from "../run/ending/final-answer.ts"
import { RunOptionsError } from "../run/ground/options-error.ts"
import { RULESET } from "../run/ground/rules.ts"
import { offeredNames, ownTraits } from "../run/life/engine-tools.ts"
import type { RunSetup } from "../run/life/live-run.ts"
import { languageOf } from "../text/words.ts"
import { nameIssue } from "../tools/engine-names.ts"
import type { AgentOptions } from "./agent-options.ts"

/** What a run of this agent sees unchanged until it ends. Throws `RunOptionsError` for what can't be kept. */
export async function environmentFor(
  options: AgentOptions,
  setup: RunSetup,
  request: string,
  conversation: readonly Exchange[],
): Promise<Environment> {
  const limits = limitsOf(options)
  refuseWhatCannotBeKept(options, setup, limits)
  return {
    date: new Date().toISOString().slice(0, 10),
    platform: process.platform,
    workspace: setup.workspace.root,
    // Redacted as a whole: cut first, a secret could lose its end and stay.
    instructions: setup.secrets
      .redact(options.instructions ?? (await readInstructions(setup.workspace.root)))
      .slice(0, MAX_INSTRUCTIONS),
    language: options.language ?? languageOf(request),
    ...(conversation.length > 0 ? { conversation: toldAgain(setup, conversation) } : {}),
    model: setup.model.id,
    endpoint: options.endpoint ?? null,
    price: options.price ?? null,
    tools: offeredNames(setup.tools),
    ...ownTraits(setup.tools),
    ...confinementOf(options),
    rules: [...(options.rules ?? [])],
    review: options.review ?? false,
    limits,
    constraints: ConstraintOptions.parse(options.constraints ?? {}),
    scope: [...(options.scope ?? [])],
    exceptions: options.exceptions ?? "ask",
    verify: options.verify ?? "round",
    ...(options.checks === undefined ? {} : { checks: ChecksOption.parse(options.checks) }),
    ...(options.answerSchema === undefined ? {} : { answer_schema: { ...options.answerSchema } }),
    settings: { ...options.settings },
    ruleset: RULESET,
  }
}

/** A promise is kept or refused, whoever asks for it: library, command line, server. */
function refuseWhatCannotBeKept({ price, review }: AgentOptions, setup: RunSetup, limits: Limits): void {
  const { model, strategy, tools } = setup
  if (limits.max_cost !== null && !price)
    throw new RunOptionsError(
      `max_cost can't be kept: the price of ${model.id} is not known. Give a price, or leave max_cost out.`,
    )
  if (review && !strategy.plans)
    throw new RunOptionsError(
      `${strategy.name} makes no plan that could be looked at first. Take a strategy that makes one, such as phased, or leave the review out.`,
    )
  const names = tools.map(({ name }) => name)
  const issue = names.map(nameIssue).find((found) => found !== undefined)
  if (issue !== undefined) throw new RunOptionsError(issue)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined)
    throw new RunOptionsError(`Two tools of this run are called "${twice}". Leave one out, or give it another name.`)
}

/** An answer in a shape of its own is one more call at the end. Throws for a shape that can't be checked. */
function limitsOf({ limits, answerSchema }: AgentOptions): Limits {
  const given = Limits.parse(limits ?? {})
  if (!answerSchema) return given
  answerInput(answerSchema)
  return limits?.reserve_calls === undefined ? { ...given, reserve_calls: given.reserve_calls + 1 } : given
}

/** The newest exchanges, each cut to what a prompt can bear. */
function toldAgain({ secrets }: RunSetup, conversation: readonly Exchange[]): Exchange[] {
  return conversation.slice(-MAX_EXCHANGES).map(({ request, outcome, summary }) => ({
    request: secrets.redact(request).slice(0, MAX_EXCHANGE_TEXT),
    outcome,
    summary: secrets.redact(summary).slice(0, MAX_EXCHANGE_TEXT),
  }))
}

const MAX_EXCHANGES = 5
const MAX_EXCHANGE_TEXT = 1500

/** What needs no question depends on what a command could do. */
function confinementOf({ approve, sandbox, network = false }: AgentOptions) {
  return { approve: approve ?? (sandbox ? "edits" : "ask"), sandbox: sandbox?.name ?? null, network } as const
}

/** So much of the instructions goes into every prompt; the rest can be read as a file. */
const MAX_INSTRUCTIONS = 8000

async function readInstructions(root: string): Promise<string> {
  try {
    return (await readFile(join(root, "AGENTS.md"), "utf8")).trim()
  } catch {
    return ""
  }
}
