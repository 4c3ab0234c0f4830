import {
  exportersOf,
  exporterVariable,
  named,
  type OtelVariables,
  type OtlpSignal,
  sayingVariable,
  wantedSignals,
} from "./variables.ts"

export type OtlpProtocol = "http/protobuf" | "http/json"

/** Where one signal goes. */
export type Collector = {
  readonly url: string
  readonly protocol: OtlpProtocol
  readonly headers: Readonly<Record<string, string>>
  readonly isCompressed: boolean
  readonly timeoutMs: number
}

/** What the variables ask for. `refused`: what can't be had, in sentences for people. */
export type TelemetrySettings = {
  readonly traces?: Collector
  readonly metrics?: Collector
  readonly resource: Readonly<Record<string, string>>
  readonly withContent: boolean
  /** Spans and metrics are sent so often while runs go on. */
  readonly spansEveryMs: number
  readonly metricsEveryMs: number
  readonly refused: readonly string[]
}

/** Reads OpenTelemetry's own variables. Never throws: what is wrong is refused in words, and the rest holds. */
export function readSettings(variables: OtelVariables): TelemetrySettings {
  const wanted = wantedSignals(variables).map((signal) => [signal, collectorFor(variables, signal)] as const)
  const refused = wanted.flatMap(([, collector]) => (typeof collector === "string" ? [collector] : []))
  const usable = wanted.filter(([, collector]) => typeof collector !== "string")
  return {
    ...(Object.fromEntries(usable) as Partial<Record<OtlpSignal, Collector>>),
    resource: resourceOf(variables),
    withContent: wantsContent(variables),
    spansEveryMs: numberIn(variables.OTEL_BSP_SCHEDULE_DELAY, 5000),
    metricsEveryMs: numberIn(variables.OTEL_METRIC_EXPORT_INTERVAL, 60_000),
    refused: [...new Set(refused)],
  }
}

function collectorFor(variables: OtelVariables, signal: OtlpSignal): Collector | string {
  const exporters = exportersOf(variables, signal)
  if (exporters.length > 0 && !exporters.includes("otlp"))
    return `${signal} are not sent: ${exporterVariable(signal)} is "${exporters.join(",")}", and only otlp is there. Say otlp, or none for silence.`
  const protocol = named(variables, signal, "PROTOCOL")?.trim() ?? "http/protobuf"
  if (protocol !== "http/protobuf" && protocol !== "http/json")
    return `${signal} are not sent: ${sayingVariable(variables, signal, "PROTOCOL")} is "${protocol}", and only http/protobuf and http/json are spoken here. Say one of these, and the address of the collector's HTTP port, mostly 4318.`
  const url = addressOf(variables, signal)
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol) || withoutUser(url) !== url)
    return `${signal} are not sent: "${withoutUser(url)}" is no address of a collector. It looks like http://localhost:4318; who you are goes into OTEL_EXPORTER_OTLP_HEADERS.`
  return {
    url,
    protocol,
    headers: pairsIn(named(variables, signal, "HEADERS")),
    isCompressed: named(variables, signal, "COMPRESSION")?.trim() === "gzip",
    timeoutMs: numberIn(named(variables, signal, "TIMEOUT"), 10_000),
  }
}

/** A signal's own address is taken as it is, the general one is the place that both paths stand in. */
function addressOf(variables: OtelVariables, signal: OtlpSignal): string {
  const own = variables[`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_ENDPOINT`]
  if (own) return own.trim()
  const base = variables.OTEL_EXPORTER_OTLP_ENDPOINT?.trim() || "http://localhost:4318"
  return `${base.replace(/\/+$/, "")}/v1/${signal}`
}

/** An address for people. */
export function withoutUser(address: string): string {
  return address.replace(/\/\/[^/@]*@/, "//")
}

function resourceOf(variables: OtelVariables): Record<string, string> {
  const named = pairsIn(variables.OTEL_RESOURCE_ATTRIBUTES)
  const service = variables.OTEL_SERVICE_NAME || named["service.name"] || "keelson"
  return {
    ...named,
    "service.name": service,
    "telemetry.sdk.name": "keelson",
    "telemetry.sdk.language": "nodejs",
  }
}

/** `name=value,name=value`, with the characters that would be in the way in percent. */
function pairsIn(text = ""): Record<string, string> {
  const pairs = text.split(",").flatMap((pair) => {
    const at = pair.indexOf("=")
    return at > 0 ? [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())] as const] : []
  })
  return Object.fromEntries(pairs)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The older word for it is a yes, the newer one says where to; in spans is the only place that there is here. */
function wantsContent({ OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: said = "" }: OtelVariables): boolean {
  return ["true", "span_only", "span_and_event"].includes(said.trim().toLowerCase())
}

function numberIn(text: string | undefined, usual: number): number {
  const number = Number(text)
  return text !== undefined && text.trim() !== "" && number > 0 ? number : usual
}
