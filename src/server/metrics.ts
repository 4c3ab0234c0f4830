/** One figure for monitoring. Counters only grow while the process lives. */
export type Metric = {
  readonly name: string
  readonly help: string
  readonly kind: "gauge" | "counter"
  readonly samples: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[]
}

/** In the text format that Prometheus reads: https://prometheus.io/docs/instrumenting/exposition_formats. */
export function metricsText(metrics: readonly Metric[]): string {
  return metrics
    .flatMap(({ name, help, kind, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${kind}`,
      ...samples.map(({ labels = {}, value }) => `${name}${labelText(labels)} ${value}`),
    ])
    .join("\n")
    .concat("\n")
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`
}
