import { chmod, mkdir, open, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const MOST_KEPT = 1000

// Reset codes are in there.
const OWNER_ONLY_FOLDER = 0o700
const OWNER_ONLY_FILE = 0o600

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

/** The last mails, kept as one JSON line each in `<dir>/inbox.jsonl`, which nobody but this user reads. */
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
    await mkdir(dir, { recursive: true, mode: OWNER_ONLY_FOLDER })
    await chmod(dir, OWNER_ONLY_FOLDER)
    const file = join(dir, 'inbox.jsonl')
    await (await open(file, 'a', OWNER_ONLY_FILE)).close()
    await chmod(file, OWNER_ONLY_FILE)
    const lines = (await readFile(file, 'utf8')).split('\n')
    return new Mailbox(file, lines.flatMap(parseLine))
  }

  newestFirst(): Mail[] {
    return this.#mails.toReversed()
  }

  /** Lists a mail once it is stored; one that cannot be stored leaves nothing behind. */
  add(mail: Mail): Promise<void> {
    return this.#inTurn(async () => {
      const mails = [...this.#mails, mail].slice(-MOST_KEPT)
      if (this.#linesInFile < 2 * MOST_KEPT) await this.#append(mail)
      else await this.#rewrite(mails)
      this.#mails = mails
    })
  }

  clear(): Promise<void> {
    return this.#inTurn(async () => {
      await truncate(this.#file)
      this.#mails = []
      this.#linesInFile = 0
    })
  }

  async #append(mail: Mail): Promise<void> {
    const file = await open(this.#file, 'a', OWNER_ONLY_FILE)
    try {
      const { size } = await file.stat()
      // A line of its own even behind one that a killed run left half written.
      await file.appendFile(`\n${JSON.stringify(mail)}`).catch(async (error: unknown) => {
        // On a full disk, what fitted of it would keep the space that others lack.
        await file.truncate(size)
        throw error
      })
    } finally {
      await file.close()
    }
    this.#linesInFile += 1
  }

  async #rewrite(mails: Mail[]): Promise<void> {
    const next = `${this.#file}.next`
    // One that a killed run left would keep its own mode.
    await rm(next, { force: true })
    try {
      await writeFile(next, mails.map((mail) => JSON.stringify(mail)).join('\n'), { mode: OWNER_ONLY_FILE })
      await rename(next, this.#file)
    } catch (error) {
      await rm(next, { force: true })
      throw error
    }
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
