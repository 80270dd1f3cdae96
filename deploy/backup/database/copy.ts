import { once } from 'node:events'
import { Readable } from 'node:stream'
import type pg from 'pg'

/** Connection methods for `COPY` that are missing in pg's type declarations. */
type CopyConnection = pg.Connection & {
  query(statement: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** Rows are collected into blocks of about this size, because Postgres sends each row as a separate chunk. */
const BLOCK_BYTES = 64 * 1024

/** Returns the number of rows in a command tag such as `COPY 42`. */
const countOf = ({ text }: { text: string }): number => Number(text.split(' ')[1])

/** Readable stream of the output of `copy … to stdout`, with backpressure. Pass it to `client.query()`. */
export class CopyOut extends Readable implements pg.Submittable {
  readonly #statement: string
  #connection: pg.Connection | undefined
  #held: Buffer[] = []
  #size = 0
  /** Number of rows, available at the end of the stream. */
  rows = 0

  constructor(statement: string) {
    super()
    this.#statement = statement
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    ;(connection as CopyConnection).query(this.#statement)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The client reuses the chunk's memory, so the chunk must be copied.
    this.#held.push(Buffer.from(chunk))
    this.#size += chunk.length
    if (this.#size >= BLOCK_BYTES) this.#pass()
  }

  handleCommandComplete(message: { text: string }): void {
    this.rows = countOf(message)
    this.#pass()
  }

  handleReadyForQuery(): void {
    // At the end of the stream, the connection may still be paused, and `_read` is not called again. The next query needs the connection.
    this.#connection?.stream.resume()
    this.push(null)
  }

  handleError(error: Error): void {
    this.destroy(error)
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  #pass(): void {
    const block = Buffer.concat(this.#held.splice(0))
    this.#size = 0
    if (!this.push(block)) this.#connection?.stream.pause()
  }

  /** Closes the connection if the reader stops early, because the rest of the response would block the next query. */
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.readableEnded) this.#connection?.stream.destroy()
    done(error)
  }
}

class CopyIn implements pg.Submittable {
  readonly #statement: string
  readonly #source: AsyncIterable<Buffer>
  readonly #done = Promise.withResolvers<number>()
  readonly #refused = new AbortController()
  #rows = 0
  #unreadable: unknown

  constructor(statement: string, source: AsyncIterable<Buffer>) {
    this.#statement = statement
    this.#source = source
  }

  get done(): Promise<number> {
    return this.#done.promise
  }

  submit(connection: pg.Connection): void {
    ;(connection as CopyConnection).query(this.#statement)
  }

  handleCopyInResponse(connection: pg.Connection): void {
    void this.#send(connection as CopyConnection)
  }

  handleCommandComplete(message: { text: string }): void {
    this.#rows = countOf(message)
  }

  handleReadyForQuery(): void {
    this.#done.resolve(this.#rows)
  }

  handleError(error: Error): void {
    this.#refused.abort()
    this.#done.reject(this.#unreadable ?? error)
  }

  async #send(connection: CopyConnection): Promise<void> {
    const { stream } = connection
    const { signal } = this.#refused
    try {
      for await (const chunk of this.#source) {
        if (signal.aborted) return
        connection.sendCopyFromChunk(chunk)
        if (stream.writableNeedDrain) await once(stream, 'drain', { signal })
      }
      connection.endCopyFrom()
    } catch (error) {
      if (signal.aborted) return
      this.#unreadable = error
      connection.sendCopyFail('the data to copy could not be read')
    }
  }
}

/** Runs `copy … from stdin` with the data of a stream. Returns the number of rows. */
export function copyIn(client: pg.Client, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  const copying = new CopyIn(statement, source)
  client.query(copying)
  return copying.done
}
