import type { OtelVariables } from "./variables.ts"

/** Whether a trace is kept; `parent`: what whoever asked decided, if anybody did. */
export type Sampler = (traceId: string, parent: boolean | undefined) => boolean

/** By `OTEL_TRACES_SAMPLER`; what is not known is taken for the usual one, as OpenTelemetry has it. */
export function samplerOf({ OTEL_TRACES_SAMPLER = "", OTEL_TRACES_SAMPLER_ARG }: OtelVariables): Sampler {
  const [, isByParent, name] = /^(parentbased_)?(.*)$/.exec(OTEL_TRACES_SAMPLER.trim().toLowerCase()) ?? []
  const own = ownSampler(name ?? "", OTEL_TRACES_SAMPLER_ARG)
  if (!own) return (_traceId, parent) => parent ?? true
  return isByParent ? (traceId, parent) => parent ?? own(traceId) : own
}

function ownSampler(name: string, argument: string | undefined): ((traceId: string) => boolean) | undefined {
  if (name === "always_on") return () => true
  if (name === "always_off") return () => false
  if (name !== "traceidratio") return undefined
  const share = Number(argument ?? 1)
  const ratio = share >= 0 && share <= 1 ? share : 1
  return (traceId) => Number.parseInt(traceId.slice(-8), 16) < ratio * 2 ** 32
}
