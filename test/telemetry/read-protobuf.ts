/* Reads OTLP's protobuf by the numbers of its published definition (opentelemetry-proto 1.x): written apart from what is tested. */

type Field = readonly [name: string, type: string, isList?: "list"]

const DEFINITION: Readonly<Record<string, Readonly<Record<number, Field>>>> = {
  TracesRequest: { 1: ["resourceSpans", "ResourceSpans", "list"] },
  ResourceSpans: { 1: ["resource", "Resource"], 2: ["scopeSpans", "ScopeSpans", "list"] },
  ScopeSpans: { 1: ["scope", "Scope"], 2: ["spans", "Span", "list"] },
  MetricsRequest: { 1: ["resourceMetrics", "ResourceMetrics", "list"] },
  ResourceMetrics: { 1: ["resource", "Resource"], 2: ["scopeMetrics", "ScopeMetrics", "list"] },
  ScopeMetrics: { 1: ["scope", "Scope"], 2: ["metrics", "Metric", "list"] },
  Resource: { 1: ["attributes", "KeyValue", "list"], 2: ["droppedAttributesCount", "int"] },
  Scope: { 1: ["name", "string"], 2: ["version", "string"] },
  KeyValue: { 1: ["key", "string"], 2: ["value", "AnyValue"] },
  AnyValue: {
    1: ["stringValue", "string"],
    2: ["boolValue", "bool"],
    3: ["intValue", "int"],
    4: ["doubleValue", "double"],
    5: ["arrayValue", "ArrayValue"],
  },
  ArrayValue: { 1: ["values", "AnyValue", "list"] },
  Span: {
    1: ["traceId", "hex"],
    2: ["spanId", "hex"],
    3: ["traceState", "string"],
    4: ["parentSpanId", "hex"],
    5: ["name", "string"],
    6: ["kind", "int"],
    7: ["startTimeUnixNano", "fixed64"],
    8: ["endTimeUnixNano", "fixed64"],
    9: ["attributes", "KeyValue", "list"],
    10: ["droppedAttributesCount", "int"],
    12: ["droppedEventsCount", "int"],
    14: ["droppedLinksCount", "int"],
    15: ["status", "Status"],
    16: ["flags", "fixed32"],
  },
  Status: { 2: ["message", "string"], 3: ["code", "int"] },
  Metric: {
    1: ["name", "string"],
    2: ["description", "string"],
    3: ["unit", "string"],
    7: ["sum", "Sum"],
    9: ["histogram", "Histogram"],
  },
  Sum: { 1: ["dataPoints", "NumberPoint", "list"], 2: ["aggregationTemporality", "int"], 3: ["isMonotonic", "bool"] },
  Histogram: { 1: ["dataPoints", "Point", "list"], 2: ["aggregationTemporality", "int"] },
  NumberPoint: {
    2: ["startTimeUnixNano", "fixed64"],
    3: ["timeUnixNano", "fixed64"],
    4: ["asDouble", "double"],
    7: ["attributes", "KeyValue", "list"],
  },
  Point: {
    2: ["startTimeUnixNano", "fixed64"],
    3: ["timeUnixNano", "fixed64"],
    4: ["count", "fixed64"],
    5: ["sum", "double"],
    6: ["bucketCounts", "fixed64s"],
    7: ["explicitBounds", "doubles"],
    9: ["attributes", "KeyValue", "list"],
    11: ["min", "double"],
    12: ["max", "double"],
  },
}

/** The message in the form of OTLP's JSON. Throws for a field that the definition does not have. */
export function readProtobuf(message: string, bytes: Buffer): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  const cursor = new Cursor(bytes)
  while (!cursor.isAtEnd) {
    const tag = Number(cursor.varint())
    const [name, type, isList] = DEFINITION[message]?.[tag >> 3] ?? unknown(message, tag >> 3)
    const value = (tag & 7) === 0 ? ofVarint(type, cursor.varint()) : ofBytes(type, cursor.bytes(tag & 7))
    read[name] = isList ? [...((read[name] as unknown[] | undefined) ?? []), value] : value
  }
  return read
}

class Cursor {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  varint(): bigint {
    const byte = this.#bytes[this.#at++] ?? 0
    return byte < 0x80 ? BigInt(byte) : BigInt(byte & 0x7f) | (this.varint() << 7n)
  }

  bytes(wire: number): Buffer {
    const length = wire === 1 ? 8 : wire === 5 ? 4 : Number(this.varint())
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
}

function unknown(message: string, number: number): never {
  throw new Error(`${message} has no field ${number}.`)
}

function ofVarint(type: string, raw: bigint): unknown {
  return type === "bool" ? raw === 1n : Number(BigInt.asIntN(64, raw))
}

function ofBytes(type: string, raw: Buffer): unknown {
  if (type === "string") return raw.toString("utf8")
  if (type === "hex") return raw.toString("hex")
  if (type === "double") return raw.readDoubleLE()
  if (type === "fixed64") return String(raw.readBigUInt64LE())
  if (type === "fixed32") return raw.readUInt32LE()
  const numbers = Array.from({ length: raw.length / 8 }, (_, index) => raw.subarray(index * 8, index * 8 + 8))
  if (type === "doubles") return numbers.map((bytes) => bytes.readDoubleLE())
  if (type === "fixed64s") return numbers.map((bytes) => String(bytes.readBigUInt64LE()))
  return readProtobuf(type, raw)
}
