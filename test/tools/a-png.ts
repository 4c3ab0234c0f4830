import { crc32, deflateSync } from "node:zlib"

/** A grey picture of this size; above a few pixels only its head is true. */
export function aPng(width: number, height: number): Uint8Array {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(8, 8)
  const lines = deflateSync(Buffer.alloc(Math.min(1000, (width + 1) * height), 0))
  return new Uint8Array(
    Buffer.concat([
      Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
      part("IHDR", head),
      part("IDAT", lines),
      part("IEND", Buffer.alloc(0)),
    ]),
  )
}

function part(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(data.length, 0)
  around.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)])
}
