import { chmod, mkdir, open, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const MAX_MAILS = 1000

// Only the current user may read the mails, because they contain password reset codes.
const OWNER_ONLY_FOLDER = 0o700
const OWNER_ONLY_FILE = 0o600

export interface Mail {
  id: string
  /** ISO time */
  receivedAt: string
  from: string
  /** All recipients of the SMTP envelope, including Bcc, separated by `, `. */
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/** Stores the last 1000 mails in `<dir>/inbox.jsonl`, one JSON line per mail. */
export class Mailbox {
  readonly #file: string
  /** Oldest first. */
  #mails: Mail[]
  #linesInFile: number
  #lastWrite: Promise<void> = Promise.resolve()

  private constructor(file: string, mails: Mail[]) {
    this.#file = file
    this.#mails = mails.slice(-MAX_MAILS)
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

  /** Stores a mail and then adds it to the list. A mail that cannot be stored is not listed. */
  add(mail: Mail): Promise<void> {
    return this.#inTurn(async () => {
      const mails = [...this.#mails, mail].slice(-MAX_MAILS)
      if (this.#linesInFile < 2 * MAX_MAILS) await this.#append(mail)
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
      // Begins with a line break, because a killed run may have left an incomplete line at the end of the file.
      await file.appendFile(`\n${JSON.stringify(mail)}`).catch(async (error: unknown) => {
        // Removes the incomplete line. On a full disk, the line would use space that other writes need.
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
    // Deletes the `.next` file of a killed run, because `writeFile` does not change the mode of an existing file.
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
    // A killed run left this incomplete line.
    return []
  }
}
