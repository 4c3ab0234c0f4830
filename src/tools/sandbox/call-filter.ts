import { endianness } from "node:os"
import {
  type CallNumbers,
  NAMESPACE_CALLS,
  NAMESPACE_FLAGS,
  REFUSED_CALLS,
  ROUTE_FAMILY,
  SOCKET_CALL,
  SOCKET_FAMILIES,
  UNREADABLE_CALL,
} from "./refused-calls.ts"

/** One instruction of the kernel's filter language: what to do, how far to jump if so and if not, and a number. */
type Instruction = readonly [code: number, ifSo: number, ifNot: number, value: number]

/** `AUDIT_ARCH_…`: what the kernel calls the processor that a call was made for. */
const PROCESSORS = { x64: 0xc000003e, arm64: 0xc00000b7 } as const

/** Numbers from here on are the same calls in another dress (x32), and would pass for others. */
const OTHER_DRESS = 0x40000000

const LOAD = 0x20
const IF_EQUAL = 0x15
const IF_AT_LEAST = 0x35
const IF_ANY_BIT = 0x45
const RETURN = 0x06

/** Where the parts of a call stand in what the filter sees. */
const CALL_NUMBER = 0
const PROCESSOR = 4
const FIRST_ARGUMENT = 16
const THIRD_ARGUMENT = 32

const ALLOW = 0x7fff0000
const NOT_PERMITTED = 0x00050000 | 1
const NO_SUCH_CALL = 0x00050000 | 38
/** Programs know this answer from kernels that were built without the family, and go on without it. */
const NO_SUCH_FAMILY = 0x00050000 | 97

/**
 * The system calls that a confined command may make, as a program for the kernel (`bwrap --seccomp`); `undefined` on
 * processors whose numbers we don't know. What is refused fails like a call that the user has no right to.
 */
export function callFilter(processor: string = process.arch): Uint8Array | undefined {
  if (!isKnown(processor) || endianness() !== "LE") return undefined
  const numbers = (calls: Readonly<Record<string, CallNumbers>>) =>
    Object.values(calls).flatMap((call) => (call[processor] === 0 ? [] : [call[processor]]))
  return assemble([
    [LOAD, 0, 0, PROCESSOR],
    [IF_EQUAL, 1, 0, PROCESSORS[processor]],
    [RETURN, 0, 0, NOT_PERMITTED],
    [LOAD, 0, 0, CALL_NUMBER],
    [IF_AT_LEAST, 0, 1, OTHER_DRESS],
    [RETURN, 0, 0, NOT_PERMITTED],
    ...answered(UNREADABLE_CALL[processor], NO_SUCH_CALL),
    ...numbers(REFUSED_CALLS).flatMap((number) => answered(number, NOT_PERMITTED)),
    ...numbers(NAMESPACE_CALLS).flatMap(withoutNamespaces),
    ...ofKnownFamilies(SOCKET_CALL[processor]),
    [RETURN, 0, 0, ALLOW],
  ])
}

function isKnown(processor: string): processor is keyof typeof PROCESSORS {
  return processor in PROCESSORS
}

function answered(number: number, answer: number): Instruction[] {
  return [
    [IF_EQUAL, 0, 1, number],
    [RETURN, 0, 0, answer],
  ]
}

/** The number is lost when the argument is loaded, so this decides the call for good. */
function withoutNamespaces(number: number): Instruction[] {
  return [
    [IF_EQUAL, 0, 4, number],
    [LOAD, 0, 0, FIRST_ARGUMENT],
    [IF_ANY_BIT, 0, 1, NAMESPACE_FLAGS],
    [RETURN, 0, 0, NOT_PERMITTED],
    [RETURN, 0, 0, ALLOW],
  ]
}

/** A family is an `int`: the kernel, too, looks at these four bytes of the argument only. */
function ofKnownFamilies(number: number): Instruction[] {
  const families = Object.values(SOCKET_FAMILIES).flatMap((family) => answered(family, ALLOW))
  const judged: Instruction[] = [
    [LOAD, 0, 0, FIRST_ARGUMENT],
    ...families,
    [IF_EQUAL, 0, 3, ROUTE_FAMILY.family],
    [LOAD, 0, 0, THIRD_ARGUMENT],
    ...answered(ROUTE_FAMILY.protocol, ALLOW),
    [RETURN, 0, 0, NO_SUCH_FAMILY],
  ]
  return [[IF_EQUAL, 0, judged.length, number], ...judged]
}

/** Eight bytes an instruction, as `struct sock_filter` has them. */
function assemble(instructions: readonly Instruction[]): Uint8Array {
  const bytes = Buffer.alloc(instructions.length * 8)
  for (const [index, [code, ifSo, ifNot, value]] of instructions.entries()) {
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(ifSo, index * 8 + 2)
    bytes.writeUInt8(ifNot, index * 8 + 3)
    bytes.writeUInt32LE(value, index * 8 + 4)
  }
  return bytes
}
