import { chmod, mkdir, open, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const MAX_MAILS = 1000
/** Maximum length of the HTML of all stored mails together, in characters. The HTML contains the attached pictures as data URLs. */
const MAX_HTML = 32 * 1024 * 1024

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

/** Stores the last 1000 mails, and at most 32 MB of HTML, in `<dir>/inbox.jsonl`, one JSON line per mail. */
export class Mailbox {
  readonly #file: string
  /** Oldest first. */
  #mails: Mail[]
  #linesInFile: number
  #charactersInFile: number
  #lastWrite: Promise<void> = Promise.resolve()
  readonly #closedAddresses = new Set<string>()

  private constructor(file: string, lines: readonly string[]) {
    const mails = lines.flatMap(parseLine)
    this.#file = file
    this.#mails = newestOf(mails)
    this.#linesInFile = mails.length
    this.#charactersInFile = lengthOf(lines)
  }

  static async open(dir: string): Promise<Mailbox> {
    await mkdir(dir, { recursive: true, mode: OWNER_ONLY_FOLDER })
    await chmod(dir, OWNER_ONLY_FOLDER)
    const file = join(dir, 'inbox.jsonl')
    await (await open(file, 'a', OWNER_ONLY_FILE)).close()
    await chmod(file, OWNER_ONLY_FILE)
    const lines = (await readFile(file, 'utf8')).split('\n')
    return new Mailbox(file, lines)
  }

  newestFirst(): Mail[] {
    return this.#mails.toReversed()
  }

  /** Closes an address until the inbox stops: it then looks like the mailbox of a person who has left. */
  closeAddress(address: string): void {
    this.#closedAddresses.add(address.toLowerCase())
  }

  isClosed(address: string): boolean {
    return this.#closedAddresses.has(address.toLowerCase())
  }

  /** Stores a mail and then adds it to the list. A mail that cannot be stored is not listed. */
  add(mail: Mail): Promise<void> {
    return this.#inTurn(async () => {
      const mails = newestOf([...this.#mails, mail])
      const isSmall = this.#linesInFile < 2 * MAX_MAILS && this.#charactersInFile < 4 * MAX_HTML
      if (isSmall) await this.#append(mail)
      else await this.#rewrite(mails)
      this.#mails = mails
    })
  }

  clear(): Promise<void> {
    return this.#inTurn(async () => {
      await truncate(this.#file)
      this.#mails = []
      this.#linesInFile = 0
      this.#charactersInFile = 0
    })
  }

  async #append(mail: Mail): Promise<void> {
    const line = JSON.stringify(mail)
    const file = await open(this.#file, 'a', OWNER_ONLY_FILE)
    try {
      const { size } = await file.stat()
      // Begins with a line break, because a killed run may have left an incomplete line at the end of the file.
      await file.appendFile(`\n${line}`).catch(async (error: unknown) => {
        // Removes the incomplete line. On a full disk, the line would use space that other writes need.
        await file.truncate(size)
        throw error
      })
    } finally {
      await file.close()
    }
    this.#linesInFile += 1
    this.#charactersInFile += line.length
  }

  async #rewrite(mails: Mail[]): Promise<void> {
    const next = `${this.#file}.next`
    const lines = mails.map((mail) => JSON.stringify(mail))
    // Deletes the `.next` file of a killed run, because `writeFile` does not change the mode of an existing file.
    await rm(next, { force: true })
    try {
      await writeFile(next, lines.join('\n'), { mode: OWNER_ONLY_FILE })
      await rename(next, this.#file)
    } catch (error) {
      await rm(next, { force: true })
      throw error
    }
    this.#linesInFile = mails.length
    this.#charactersInFile = lengthOf(lines)
  }

  #inTurn(write: () => Promise<void>): Promise<void> {
    const result = this.#lastWrite.then(write, write)
    this.#lastWrite = result.catch(() => {})
    return result
  }
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0)

/** Returns the newest mails within the limits, but at least one. `mails` and the result begin with the oldest mail. */
function newestOf(mails: readonly Mail[]): Mail[] {
  const newest = mails.slice(-MAX_MAILS)
  let length = lengthOf(newest.map(({ html }) => html))
  let first = 0
  for (; length > MAX_HTML && first < newest.length - 1; first++) length -= newest[first]?.html.length ?? 0
  return newest.slice(first)
}

function parseLine(line: string): Mail[] {
  try {
    return line === '' ? [] : [JSON.parse(line)]
  } catch {
    // A killed run left this incomplete line.
    return []
  }
}
