import { Socket } from 'node:net'

/** What is read at once: as much as Node would make room for anew with each read. */
const READ_BYTES = 64 * 1024
/** Of a message that came in pieces; a larger one's memory is given back. */
const KEPT_BYTES = 512 * 1024
/** A letter, and the length of all but the letter. */
const HEADER_BYTES = 5

/**
 * The socket of a connection to Postgres: it reads into memory it keeps, and hands on whole messages only, which must be done with when
 * `data` has been heard. By itself the driver puts a list of 128 kB together twice, of pieces of 64 kB, each time in new memory of
 * twice the size (ADR 0051). Over TLS it is a plain one: what comes then are no messages yet.
 */
export function driverSocket({ ssl }: { ssl?: unknown } = {}): Socket {
  if (ssl) return new Socket()
  const take = wholeMessages((messages) => socket.emit('data', messages))
  const socket = new Socket({
    onread: {
      buffer: Buffer.allocUnsafeSlow(READ_BYTES),
      callback(length, { buffer }) {
        take(Buffer.from(buffer, 0, length))
        return true
      },
    },
  })
  return socket
}

/** Takes bytes as they come, and gives them as whole messages: in the memory they came in, or put together in one that is kept. */
export function wholeMessages(give: (messages: Buffer) => void): (bytes: Buffer) => void {
  let memory = Buffer.alloc(0)
  /** The beginning of a message, at the beginning of the memory. */
  let begun = 0

  /** Takes the beginning of a message, or more of it, until so much is there. */
  function collect(bytes: Buffer, upTo: number): Buffer {
    if (memory.length < upTo) {
      const larger = Buffer.allocUnsafeSlow(upTo)
      memory.copy(larger, 0, 0, begun)
      memory = larger
    }
    const copied = bytes.copy(memory, begun, 0, upTo - begun)
    begun += copied
    return bytes.subarray(copied)
  }

  /** Goes on with the message that has begun; answers what comes behind it. */
  function goOn(bytes: Buffer): Buffer {
    const rest = begun < HEADER_BYTES ? collect(bytes, HEADER_BYTES) : bytes
    if (begun < HEADER_BYTES) return rest
    const length = lengthAt(memory, 0)
    const behind = collect(rest, length)
    if (begun < length) return behind
    begun = 0
    give(memory.subarray(0, length))
    if (memory.length > KEPT_BYTES) memory = Buffer.alloc(0)
    return behind
  }

  return (bytes) => {
    const fresh = begun > 0 ? goOn(bytes) : bytes
    const end = endOfWhole(fresh)
    if (end > 0) give(fresh.subarray(0, end))
    if (end < fresh.length) goOn(fresh.subarray(end))
  }
}

const lengthAt = (bytes: Buffer, at: number): number => 1 + bytes.readUInt32BE(at + 1)

/** Where the last message ends that is there as a whole. */
function endOfWhole(bytes: Buffer): number {
  let at = 0
  while (at + HEADER_BYTES <= bytes.length) {
    const next = at + lengthAt(bytes, at)
    if (next > bytes.length) break
    at = next
  }
  return at
}
