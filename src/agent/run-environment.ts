import { checksOption } from "../checks/checks-option.ts"
import { recordedValues } from "../options/schema.ts"
import { ConstraintOptions } from "../protocol/log/constraints.ts"
import type { Comparison, Environment, Exchange } from "../protocol/log/environment.ts"
import { Limits } from "../protocol/log/limits.ts"
import { sourceWorkspace } from "../protocol/log/source.ts"
import { ONCE } from "../protocol/zod/parse-once.ts"
import { tooSmall } from "../run/budget/least-limits.ts"
import { RunOptionsError } from "../run/core/options-error.ts"
import { windowOf } from "../run/core/run-window.ts"
import { offeredNames, ownTraits } from "../run/lifecycle/engine-tools.ts"
import type { EarlierExchange } from "../run/lifecycle/lookup/conversation.ts"
import { knownMissed } from "../run/lifecycle/missed-controls.ts"
import type { RunSetup } from "../run/lifecycle/run-setup.ts"
import { headOf } from "../text/clip.ts"
import { languageOf } from "../text/words/language-of.ts"
import { nameIssue } from "../tools/engine-names.ts"
import { holdsHome, homeNotice } from "../tools/workspace/holds-home.ts"
import type { AgentOptions } from "./agent-options.ts"
import { factsOf } from "./folder/facts-of.ts"
import { readInstructions } from "./instructions.ts"
import { profileFor, settingsFor } from "./profile.ts"
import { fitted, openingTokens } from "./small-window.ts"

/** What a run has to do with others. */
export type RunCompany = {
  /** What was asked before, and what came of it. */
  readonly conversation?: readonly EarlierExchange[] | undefined
  /** The comparison that it is one of. */
  readonly comparison?: Comparison | undefined
  /** Its replies are prepared. */
  readonly demo?: true | undefined
}

/** What a run of this agent sees unchanged until it ends. Throws `RunOptionsError` for what can't be kept. */
export async function environmentFor(
  options: AgentOptions,
  setup: RunSetup,
  request: string,
  { conversation = [], comparison, demo }: RunCompany,
): Promise<Environment> {
  const limits = await limitsOf(options)
  refuseWhatCannotBeKept(options, setup, limits)
  const recorded = recordedValues(options)
  const profile = profileFor(recorded.profile, setup.model)
  const folder = await factsOf(options, setup, { verify: recorded.verify, isSmall: profile === "small" })
  const environment: Environment = {
    date: new Date().toISOString().slice(0, 10),
    platform: process.platform,
    workspace: options.source ? sourceWorkspace(options.source) : setup.workspace.root,
    ...(setup.workspace.stand === "." ? {} : { stand: setup.workspace.stand }),
    language: options.language ?? languageOf(request),
    ...fitted({
      window: setup.model.contextWindow,
      request,
      // Redacted as a whole: cut first, a secret could lose its end and stay.
      instructions: setup.secrets.redact(
        options.instructions ?? (await readInstructions(setup.workspace, options.ownInstructions, options.onNotice)),
      ),
      folder,
      conversation: await toldAgain(setup, conversation),
      tools: offeredNames(setup.tools),
      isSmall: profile === "small",
    }),
    ...(comparison === undefined ? {} : { comparison: { ...comparison } }),
    ...(demo === undefined ? {} : { demo }),
    ...(options.toolChanges?.length ? { tool_changes: [...options.toolChanges] } : {}),
    model: setup.model.id,
    context_window: windowOf(setup.model),
    endpoint: options.endpoint ?? null,
    ...knownMissed(setup.model, setup.strategy.controls ?? []),
    price: options.price ?? null,
    ...ownTraits(setup.tools),
    ...confinementOf(options, setup),
    ...recorded,
    profile,
    rules: [...(options.rules ?? [])],
    limits,
    constraints: ConstraintOptions.parse(options.constraints ?? {}, ONCE),
    ...(options.checks === undefined ? {} : { checks: checksOption().parse(options.checks) }),
    ...(options.answerSchema === undefined ? {} : { answer_schema: { ...options.answerSchema } }),
    settings: settingsFor(profile, canFuse(setup), options.settings),
  }
  refuseTooSmall(environment, openingTokens(environment, request), setup.model.contextWindow)
  return environment
}

/** A limit that ends a run before its first call is no limit but a mistake. */
function refuseTooSmall({ limits, price }: Environment, prompt: number, window: number): void {
  const short = tooSmall(limits, { prompt, window, price })
  if (!short) return
  const { limit, given, least } = short
  throw new RunOptionsError(
    `${limit} of ${given} is too small to begin with: one reply and the summary may take ${least}. Give at least ${least}, or leave it out.`,
  )
}

/** A promise is kept or refused, whoever asks for it: library, command line, server. */
function refuseWhatCannotBeKept({ price, review }: AgentOptions, setup: RunSetup, limits: Limits): void {
  const { model, strategy, tools } = setup
  if (limits.max_cost !== null && !price)
    throw new RunOptionsError(
      `max_cost can't be enforced: the price of ${model.id} is not known. Give a price, or leave max_cost out.`,
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

/** Strategies of other people's may have other settings. */
function canFuse({ strategy: { settings } }: RunSetup): boolean {
  const { data } = settings.safeParse({ fuse: false })
  return typeof data === "object" && data !== null && "fuse" in data && data.fuse === false
}

/** The seeds' own bounds, for the seeds' own flow. */
const LITERAL_LIMITS = { max_iterations: 30, max_tasks_per_round: 8 }

/** An answer in a shape of its own is one more call at the end. Throws for a shape that can't be checked. */
async function limitsOf({ limits, answerSchema, literal }: AgentOptions): Promise<Limits> {
  const usual = literal ? LITERAL_LIMITS : {}
  const given = Limits.parse({ ...usual, ...limits }, ONCE)
  if (!answerSchema) return given
  const { answerInput } = await import("../run/finish/summary/answer-input.ts")
  answerInput(answerSchema)
  return limits?.reserve_calls === undefined ? { ...given, reserve_calls: given.reserve_calls + 1 } : given
}

/** The newest exchanges, each cut to what a prompt can bear; a follow-up is about what came last, so only that has its results. */
async function toldAgain(setup: RunSetup, conversation: readonly EarlierExchange[]): Promise<Exchange[]> {
  const { secrets } = setup
  const shown = conversation.slice(-MAX_EXCHANGES)
  const text = (given: string) => headOf(secrets.redact(given), MAX_EXCHANGE_TEXT)
  // A first request has none, and loads nothing for it.
  const newest = shown.at(-1)
  const last = newest ? await (await import("./earlier-results.ts")).newestResults(setup, newest) : ""
  return shown.map(({ request, outcome, summary, facts }, index) => ({
    request: text(request),
    outcome,
    summary: text(summary),
    ...(facts === undefined ? {} : { facts: text(facts) }),
    ...(last === "" || index < shown.length - 1 ? {} : { results: last }),
  }))
}

const MAX_EXCHANGES = 5
const MAX_EXCHANGE_TEXT = 1500

/** What needs no question depends on what a command could do, and on what there is to change. */
function confinementOf({ approve, onNotice }: AgentOptions, { sandbox, workspace }: RunSetup) {
  const home = approve === undefined ? holdsHome(workspace.root) : undefined
  if (home) onNotice?.(homeNotice(home))
  return { approve: approve ?? (sandbox && !home ? "edits" : "ask"), sandbox: sandbox?.name ?? null } as const
}
