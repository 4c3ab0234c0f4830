import { OwnSink } from "./own-sink.ts"
import { samplerOf } from "./sampler.ts"
import { readSettings } from "./settings.ts"
import { Telemetry } from "./telemetry.ts"
import { isRegistered, type OtelVariables } from "./variables.ts"

/** One for all agents of the process that are told the same. */
const opened = new Map<string, Promise<Telemetry | undefined>>()

/** Where runs are traced to; `undefined` where nothing that was asked for can be had, which is said. */
export function openTelemetry(
  variables: OtelVariables,
  notice: (text: string) => void,
): Promise<Telemetry | undefined> {
  const said = Object.entries(variables).filter(([name]) => name.startsWith("OTEL_"))
  const name = JSON.stringify([isRegistered(), said])
  const known = opened.get(name) ?? open(variables, (text) => notice(`telemetry: ${text}`))
  opened.set(name, known)
  return known
}

async function open(variables: OtelVariables, notice: (text: string) => void): Promise<Telemetry | undefined> {
  const settings = readSettings(variables)
  if (isRegistered()) {
    const sink = await registered(settings.withContent)
    if (sink) return new Telemetry(sink)
    notice(
      "an OpenTelemetry is registered, but @opentelemetry/api is not installed where Keelson finds it; install it.",
    )
  }
  for (const refusal of settings.refused) notice(refusal)
  if (!settings.traces && !settings.metrics) return undefined
  return new Telemetry(new OwnSink(settings, samplerOf(variables), notice))
}

async function registered(withContent: boolean) {
  try {
    const { ApiSink } = await import("./api-sink.ts")
    return new ApiSink(withContent)
  } catch {
    return undefined
  }
}
