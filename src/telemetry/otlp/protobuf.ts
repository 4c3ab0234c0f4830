/* OTLP's requests as protobuf: the same objects that go out as JSON, by the numbers and types of their fields. */

type Type =
  | "string"
  | "hex"
  | "varint"
  | "bool"
  | "fixed64"
  | "fixed32"
  | "double"
  | "doubles"
  | "fixed64s"
  | MessageName
type Fields = Readonly<Record<string, readonly [number: number, type: Type]>>

/** The messages that are sent, with the fields that are used. A list is a field that comes again and again. */
const MESSAGES = {
  TracesRequest: { resourceSpans: [1, "ResourceSpans"] },
  ResourceSpans: { resource: [1, "Resource"], scopeSpans: [2, "ScopeSpans"] },
  ScopeSpans: { scope: [1, "Scope"], spans: [2, "Span"] },
  MetricsRequest: { resourceMetrics: [1, "ResourceMetrics"] },
  ResourceMetrics: { resource: [1, "Resource"], scopeMetrics: [2, "ScopeMetrics"] },
  ScopeMetrics: { scope: [1, "Scope"], metrics: [2, "Metric"] },
  Resource: { attributes: [1, "Pair"] },
  Scope: { name: [1, "string"] },
  Pair: { key: [1, "string"], value: [2, "Value"] },
  Value: {
    stringValue: [1, "string"],
    boolValue: [2, "bool"],
    intValue: [3, "varint"],
    doubleValue: [4, "double"],
    arrayValue: [5, "Values"],
  },
  Values: { values: [1, "Value"] },
  Span: {
    traceId: [1, "hex"],
    spanId: [2, "hex"],
    traceState: [3, "string"],
    parentSpanId: [4, "hex"],
    name: [5, "string"],
    kind: [6, "varint"],
    startTimeUnixNano: [7, "fixed64"],
    endTimeUnixNano: [8, "fixed64"],
    attributes: [9, "Pair"],
    status: [15, "Status"],
    flags: [16, "fixed32"],
  },
  Status: { message: [2, "string"], code: [3, "varint"] },
  Metric: {
    name: [1, "string"],
    description: [2, "string"],
    unit: [3, "string"],
    sum: [7, "Sum"],
    histogram: [9, "Histogram"],
  },
  Sum: { dataPoints: [1, "Point"], aggregationTemporality: [2, "varint"], isMonotonic: [3, "bool"] },
  Point: {
    startTimeUnixNano: [2, "fixed64"],
    timeUnixNano: [3, "fixed64"],
    asDouble: [4, "double"],
    attributes: [7, "Pair"],
  },
  Histogram: { dataPoints: [1, "HistogramPoint"], aggregationTemporality: [2, "varint"] },
  HistogramPoint: {
    startTimeUnixNano: [2, "fixed64"],
    timeUnixNano: [3, "fixed64"],
    count: [4, "fixed64"],
    sum: [5, "double"],
    bucketCounts: [6, "fixed64s"],
    explicitBounds: [7, "doubles"],
    attributes: [9, "Pair"],
    min: [11, "double"],
    max: [12, "double"],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly [number, string]>>>>
type MessageName = keyof typeof MESSAGES

/** How the bytes of a field are told apart. */
const [VARINT, EIGHT, LENGTH, FOUR] = [0, 1, 2, 5]

/** Throws for a field that the message does not have. */
export function encode(message: MessageName, value: object): Buffer {
  const fields: Fields = MESSAGES[message]
  return Buffer.concat(
    Object.entries(value).flatMap(([name, given]) => {
      const [number, type] = fields[name] ?? []
      if (number === undefined || type === undefined) throw new TypeError(`${message} has no field "${name}".`)
      const isPacked = type === "doubles" || type === "fixed64s"
      const values: readonly unknown[] = Array.isArray(given) && !isPacked ? given : [given]
      return values.map((one) => encodeField(number, type, one))
    }),
  )
}

function encodeField(number: number, type: Type, value: unknown): Buffer {
  switch (type) {
    case "varint":
      return tagged(number, VARINT, varint(BigInt(value as string | number)))
    case "bool":
      return tagged(number, VARINT, varint(value ? 1n : 0n))
    case "fixed64":
      return tagged(number, EIGHT, fixed64(value))
    case "double":
      return tagged(number, EIGHT, double(value))
    case "fixed32": {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32LE(Number(value))
      return tagged(number, FOUR, bytes)
    }
    case "string":
      return sized(number, Buffer.from(String(value).toWellFormed(), "utf8"))
    case "hex":
      return sized(number, Buffer.from(String(value), "hex"))
    case "fixed64s":
      return sized(number, Buffer.concat((value as readonly unknown[]).map(fixed64)))
    case "doubles":
      return sized(number, Buffer.concat((value as readonly unknown[]).map(double)))
    default:
      return sized(number, encode(type, value as object))
  }
}

function tagged(number: number, wire: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint(BigInt((number << 3) | wire)), bytes])
}

function sized(number: number, bytes: Buffer): Buffer {
  return tagged(number, LENGTH, Buffer.concat([varint(BigInt(bytes.length)), bytes]))
}

/** Seven bits a byte, the lowest first; a negative number is its complement in 64 bits. */
function varint(value: bigint): Buffer {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, value)
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  return Buffer.from([...bytes, Number(rest)])
}

function fixed64(value: unknown): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value as string))
  return bytes
}

function double(value: unknown): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(Number(value))
  return bytes
}
