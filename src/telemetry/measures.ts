import type { Attributes, AttributeValue, Measurement } from "./span-sink.ts"

/** What a span that ended adds to the metrics. */
export function measuresOf(span: Attributes, ms: number, error: string | undefined): Measurement[] {
  const failed = error === undefined ? {} : { "error.type": error }
  const value = Math.max(0, ms) / 1000
  switch (span["gen_ai.operation.name"]) {
    case "chat":
      return callMeasures(span, value, failed)
    case "execute_tool": {
      const attributes = { ...pick(span, ["gen_ai.operation.name", "gen_ai.tool.name"]), ...failed }
      return [{ metric: "gen_ai.client.operation.duration", value, attributes }]
    }
    case "invoke_agent": {
      const attributes = pick(span, [...OF_MODEL, "keelson.strategy", "keelson.outcome"])
      return [{ metric: "keelson.run.duration", value, attributes }]
    }
  }
  const check = pick(span, ["keelson.check.name", "keelson.check.status"])
  return "keelson.check.name" in check ? [{ metric: "keelson.check.duration", value, attributes: check }] : []
}

const OF_MODEL = ["gen_ai.provider.name", "gen_ai.request.model"]

function callMeasures(span: Attributes, seconds: number, failed: Attributes): Measurement[] {
  const common = pick(span, ["gen_ai.operation.name", ...OF_MODEL, "server.address", "server.port"])
  const tokens = (["input", "output"] as const).map((type) => ({
    metric: "gen_ai.client.token.usage" as const,
    value: numberOf(span[`gen_ai.usage.${type}_tokens`]),
    attributes: { ...common, "gen_ai.token.type": type },
  }))
  const cost = numberOf(span["keelson.cost"])
  return [
    { metric: "gen_ai.client.operation.duration", value: seconds, attributes: { ...common, ...failed } },
    ...tokens,
    ...(cost > 0 ? [{ metric: "keelson.cost" as const, value: cost, attributes: pick(span, OF_MODEL) }] : []),
  ]
}

function pick(attributes: Attributes, names: readonly string[]): Attributes {
  return Object.fromEntries(
    names.flatMap((name) => (attributes[name] === undefined ? [] : [[name, attributes[name]] as const])),
  )
}

function numberOf(value: AttributeValue | undefined): number {
  return typeof value === "number" ? value : 0
}
