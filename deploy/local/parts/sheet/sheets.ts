import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../replace-file.ts'
import type { SpreadsheetData } from './apps-script/spreadsheet-app.ts'
import { newTab } from './tab.ts'

// Only the current user may read the folder, because it contains customers and the secrets of scripts.
const OWNER_ONLY_FOLDER = 0o700
const EXTENSION = '.json'
const NAME = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/

export interface Sheet {
  script: string
  spreadsheet: SpreadsheetData
}

export const isSheetName = (name: string): boolean => NAME.test(name)

const newSheet = (): Sheet => ({ script: '', spreadsheet: { timeZone: 'America/New_York', tabs: [newTab('Customers')] } })

/** Stores each development spreadsheet as a JSON file in `folder`. Without a folder, the spreadsheets are only in memory. */
export class Sheets {
  readonly #folder: string | undefined
  readonly #sheets = new Map<string, Sheet>()
  #lastChange: Promise<unknown> = Promise.resolve()

  private constructor(folder: string | undefined) {
    this.#folder = folder
  }

  static async open(folder?: string): Promise<Sheets> {
    const sheets = new Sheets(folder)
    if (!folder) return sheets
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER })
    await chmod(folder, OWNER_ONLY_FOLDER)
    for (const file of await readdir(folder)) {
      // Deletes incomplete files that killed runs left. Their names do not end with `EXTENSION`.
      if (!file.endsWith(EXTENSION)) await rm(join(folder, file))
      else sheets.#sheets.set(file.slice(0, -EXTENSION.length), JSON.parse(await readFile(join(folder, file), 'utf8')))
    }
    return sheets
  }

  get names(): string[] {
    return [...this.#sheets.keys()].sort()
  }

  find(name: string): Sheet | undefined {
    return this.#sheets.get(name)
  }

  /** Changes a spreadsheet, one change after the other. If the change cannot be stored, it is discarded and the promise rejects. */
  change(name: string, work: (sheet: Sheet) => Sheet): Promise<void> {
    const change = async () => {
      const before = this.#sheets.get(name)
      const after = work(before ?? newSheet())
      if (after === before) return
      await this.#store(name, after)
      this.#sheets.set(name, after)
    }
    const result = this.#lastChange.then(change)
    this.#lastChange = result.catch(() => {})
    return result
  }

  async #store(name: string, sheet: Sheet): Promise<void> {
    if (!this.#folder) return
    await replaceFile(join(this.#folder, name + EXTENSION), JSON.stringify(sheet)).catch((cause: Error) => {
      throw new Error(`The spreadsheet could not be stored: ${cause.message}`, { cause })
    })
  }
}
