/* Small, and without imports: whoever asks whether runs are traced loads this and no more. */

export type OtelVariables = Readonly<Record<string, string | undefined>>

export type OtlpSignal = "traces" | "metrics"

const SIGNALS: readonly OtlpSignal[] = ["traces", "metrics"]

/** What goes to which collector by OpenTelemetry's own variables; nothing unless one of them says where. */
export function wantedSignals(variables: OtelVariables): readonly OtlpSignal[] {
  if (isDisabled(variables)) return []
  return SIGNALS.filter((signal) => {
    const exporters = exportersOf(variables, signal)
    if (exporters.includes("none")) return false
    return exporters.includes("otlp") || named(variables, signal, "ENDPOINT") !== undefined
  })
}

/** Those that are named for a signal; there may be several, and is none unless somebody says so. */
export function exportersOf(variables: OtelVariables, signal: OtlpSignal): readonly string[] {
  const said = variables[exporterVariable(signal)] ?? ""
  return said
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")
}

export function exporterVariable(signal: OtlpSignal): string {
  return `OTEL_${signal.toUpperCase()}_EXPORTER`
}

/** Whether runs are traced at all. */
export function isTelemetryWanted(variables: OtelVariables): boolean {
  return wantedSignals(variables).length > 0 || (isRegistered() && !isDisabled(variables))
}

/** The one word that switches everything off. */
export function isDisabled({ OTEL_SDK_DISABLED = "" }: OtelVariables): boolean {
  return OTEL_SDK_DISABLED.trim().toLowerCase() === "true"
}

/** What a variable of the exporter says, the signal's own before the general one. */
export function named(variables: OtelVariables, signal: OtlpSignal, name: string): string | undefined {
  return variables[sayingVariable(variables, signal, name)] || undefined
}

/** Which of both says it. */
export function sayingVariable(variables: OtelVariables, signal: OtlpSignal, name: string): string {
  const own = `OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_${name}`
  return variables[own] ? own : `OTEL_EXPORTER_OTLP_${name}`
}

/** OtelVariables whose values let somebody into a collector. */
export const HEADER_VARIABLES = ["", "TRACES_", "METRICS_"].map((signal) => `OTEL_EXPORTER_OTLP_${signal}HEADERS`)

/** Whether the program that we are a part of has registered an OpenTelemetry of its own. */
export function isRegistered(): boolean {
  const known = (globalThis as { [API]?: { readonly trace?: unknown } })[API]
  return known?.trace !== undefined
}

/** Where every copy of OpenTelemetry's API, of whatever version of its first major, finds what is registered. */
const API = Symbol.for("opentelemetry.js.api.1")
