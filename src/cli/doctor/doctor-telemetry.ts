import { readSettings, withoutUser } from "../../telemetry/settings.ts"
import { isDisabled, type OtelVariables, wantedSignals } from "../../telemetry/variables.ts"
import type { DoctorFinding } from "./doctor-checks.ts"

/** Whether runs are traced, and where to; nothing is sent. */
export function checkTelemetry(variables: OtelVariables): DoctorFinding {
  const check = "telemetry"
  if (isDisabled(variables)) return { check, level: "ok", text: "off: OTEL_SDK_DISABLED is true" }
  if (wantedSignals(variables).length === 0)
    return { check, level: "ok", text: "off", advice: "OTEL_EXPORTER_OTLP_ENDPOINT switches it on" }
  const { traces, metrics, refused, withContent } = readSettings(variables)
  const [refusal] = refused
  if (refusal !== undefined) return { check, level: "warn", text: refusal, advice: "Correct the variable" }
  const places = Object.entries({ traces, metrics }).flatMap(([signal, collector]) =>
    collector ? [`${signal} go to ${withoutUser(collector.url)}`] : [],
  )
  const content = withContent ? ", with what models and tools say" : ", without what models and tools say"
  return { check, level: "ok", text: `on: ${places.join(", ")}${content}` }
}
