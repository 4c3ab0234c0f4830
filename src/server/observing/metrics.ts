/** One value of a figure; `suffix` and `rawLabels` are for those of histograms. */
export type MetricSample = {
  readonly labels?: Readonly<Record<string, string>>
  readonly rawLabels?: string
  readonly suffix?: string
  readonly value: number
}

/** One figure for monitoring. Counters only grow while the process lives. */
export type Metric = {
  readonly name: string
  readonly help: string
  readonly kind: "gauge" | "counter" | "histogram"
  readonly samples: readonly MetricSample[]
}

/** In the text format that Prometheus reads: https://prometheus.io/docs/instrumenting/exposition_formats. */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics
    .flatMap(({ name, help, kind, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${kind}`,
      ...samples.map((sample) => `${name}${sample.suffix ?? ""}${labelText(sample)} ${sample.value}`),
    ])
    .join("\n")
    .concat("\n")
}

function labelText({ labels = {}, rawLabels = "" }: MetricSample): string {
  const pairs = [...Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`), rawLabels]
  const text = pairs.filter(Boolean).join(",")
  return text === "" ? "" : `{${text}}`
}
