import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const MOST_KEPT = 1000

export interface Mail {
  id: string
  /** ISO time */
  receivedAt: string
  from: string
  /** Every address it was delivered to, also the hidden ones, joined by a comma and a space. */
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** The last mails, kept as one JSON line each in `<dir>/inbox.jsonl`. */
export class Mailbox {
  readonly #file: string
  /** Oldest first. */
  #mails: Mail[]
  #linesInFile: number
  #lastWrite: Promise<void> = Promise.resolve()

  private constructor(file: string, mails: Mail[]) {
    this.#file = file
    this.#mails = mails.slice(-MOST_KEPT)
    this.#linesInFile = mails.length
  }

  static async open(dir: string): Promise<Mailbox> {
    await mkdir(dir, { recursive: true })
    const file = join(dir, 'inbox.jsonl')
    const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
    return new Mailbox(file, lines.flatMap(parseLine))
  }

  newestFirst(): Mail[] {
    return this.#mails.toReversed()
  }

  async add(mail: Mail): Promise<void> {
    this.#mails = [...this.#mails, mail].slice(-MOST_KEPT)
    await this.#inTurn(async () => {
      this.#linesInFile += 1
      if (this.#linesInFile > 2 * MOST_KEPT) await this.#rewrite()
      // A line of its own even behind one that a killed run left half written.
      else await appendFile(this.#file, `\n${JSON.stringify(mail)}`)
    })
  }

  async clear(): Promise<void> {
    this.#mails = []
    await this.#inTurn(() => this.#rewrite())
  }

  async #rewrite(): Promise<void> {
    const mails = this.#mails
    await writeFile(`${this.#file}.next`, mails.map((mail) => JSON.stringify(mail)).join('\n'))
    await rename(`${this.#file}.next`, this.#file)
    this.#linesInFile = mails.length
  }

  #inTurn(write: () => Promise<void>): Promise<void> {
    const result = this.#lastWrite.then(write, write)
    this.#lastWrite = result.catch(() => {})
    return result
  }
}

function parseLine(line: string): Mail[] {
  try {
    return line === '' ? [] : [JSON.parse(line)]
  } catch {
    // Cut off by a kill in the middle of writing.
    return []
  }
}
