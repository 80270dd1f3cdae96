import { once } from 'node:events'
import { Readable } from 'node:stream'
import type pg from 'pg'

/** What a client's connection has for `COPY` and its types do not tell. */
type CopyConnection = pg.Connection & {
  query(statement: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** Rows come one by one, which is too little to hand on. */
const BLOCK_BYTES = 64 * 1024

/** `COPY 42`. */
const countOf = ({ text }: { text: string }): number => Number(text.split(' ')[1])

/** What `copy … to stdout` answers, as fast as it is read. For `client.query()`, which hands it what Postgres says. */
export class CopyOut extends Readable implements pg.Submittable {
  readonly #statement: string
  #connection: pg.Connection | undefined
  #held: Buffer[] = []
  #size = 0
  /** Known at the end. */
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
    // A copy: the client reads on into the same memory.
    this.#held.push(Buffer.from(chunk))
    this.#size += chunk.length
    if (this.#size >= BLOCK_BYTES) this.#pass()
  }

  handleCommandComplete(message: { text: string }): void {
    this.rows = countOf(message)
    this.#pass()
  }

  handleReadyForQuery(): void {
    // At its end nobody reads on: what comes next is another query's.
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

  /** Who reads no further leaves the connection in the middle of an answer: it is of no more use. */
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
      connection.sendCopyFail('what was to be copied could not be read')
    }
  }
}

/** Does `copy … from stdin` with what a stream brings. Answers how many rows. */
export function copyIn(client: pg.Client, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  const copying = new CopyIn(statement, source)
  client.query(copying)
  return copying.done
}
