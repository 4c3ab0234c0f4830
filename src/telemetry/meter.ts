import { type Attributes, METRICS, type Measurement, type MetricName } from "./span-sink.ts"

/** What was measured under one set of attributes, since the process began. */
export type MetricPoint = {
  readonly metric: MetricName
  readonly attributes: Attributes
  count: number
  sum: number
  least: number
  most: number
  /** By the metric's bounds, one more than there are; none for a plain sum. */
  readonly buckets: number[]
}

/** More sets of attributes than this are no figures any more. */
const MOST_POINTS = 2000

/** Adds numbers up, for whoever asks now and then. */
export class Meter {
  readonly since = Date.now()
  readonly #points = new Map<string, MetricPoint>()

  add({ metric, value, attributes }: Measurement): void {
    const name = `${metric} ${JSON.stringify(attributes)}`
    const point = this.#points.get(name) ?? this.#newPoint(name, { metric, attributes })
    if (!point) return
    point.count += 1
    point.sum += value
    point.least = Math.min(point.least, value)
    point.most = Math.max(point.most, value)
    const bounds = METRICS[metric].bounds ?? []
    const above = bounds.findIndex((bound) => value <= bound)
    const index = above < 0 ? bounds.length : above
    if (index < point.buckets.length) point.buckets[index] = (point.buckets[index] ?? 0) + 1
  }

  points(): readonly MetricPoint[] {
    return [...this.#points.values()]
  }

  #newPoint(name: string, of: Pick<MetricPoint, "metric" | "attributes">): MetricPoint | undefined {
    if (this.#points.size >= MOST_POINTS) return undefined
    const { bounds } = METRICS[of.metric]
    const buckets = bounds ? new Array<number>(bounds.length + 1).fill(0) : []
    const [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    const point = { ...of, count: 0, sum: 0, least, most, buckets }
    this.#points.set(name, point)
    return point
  }
}
