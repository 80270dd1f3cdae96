import { createHash, randomUUID } from 'node:crypto'
import { instantShowing, shownAt } from '../time-zone.ts'
import type { Run } from './spreadsheet-app.ts'

const two = (number: number): string => String(number).padStart(2, '0')

const LETTERS: Readonly<Record<string, (shown: Date) => string>> = {
  yyyy: (shown) => String(shown.getUTCFullYear()).padStart(4, '0'),
  MM: (shown) => two(shown.getUTCMonth() + 1),
  M: (shown) => String(shown.getUTCMonth() + 1),
  dd: (shown) => two(shown.getUTCDate()),
  d: (shown) => String(shown.getUTCDate()),
  HH: (shown) => two(shown.getUTCHours()),
  mm: (shown) => two(shown.getUTCMinutes()),
  ss: (shown) => two(shown.getUTCSeconds()),
}

/** Simulates the functions of Google's `Utilities` that our script and the scripts of owners use. */
export function utilities(run: Run) {
  return {
    DigestAlgorithm: { MD5: 'md5' },
    Charset: { UTF_8: 'utf8' },
    getUuid: () => randomUUID(),
    formatDate(date: Date, timeZone: string, pattern: string): string {
      const shown = new Date(shownAt(date.getTime(), timeZone))
      return pattern.replaceAll(/([a-zA-Z])\1*/g, (letters) => {
        const part = LETTERS[letters]
        if (!part) throw new Error(`Illegal pattern character '${letters}'`)
        return part(shown)
      })
    },
    parseDate(text: string, timeZone: string, pattern: string): Date {
      const shown = pattern === 'yyyy-MM-dd' ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
      if (Number.isNaN(shown)) throw new Error(`Cannot parse "${text}" as ${pattern}.`)
      return run.toDate(instantShowing(shown, timeZone))
    },
    /** Returns the bytes as numbers from -128 to 127. Apps Script does the same, because it runs on Java, where bytes have a sign. */
    computeDigest: (algorithm: string, text: string) => [...new Int8Array(createHash(algorithm).update(text).digest())],
    base64Encode: (bytes: number[]) => Buffer.from(Int8Array.from(bytes)).toString('base64'),
  }
}
