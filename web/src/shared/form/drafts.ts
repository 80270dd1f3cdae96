import { claimsOf } from '../stores/claims.ts'
import { type Caller, sessions } from '../stores/session.ts'

const PREFIX = 'draft '
/** Characters of one: more than the longest form holds. */
const LONGEST = 100_000
const MOST_KEPT = 20
const DAY_MS = 86_400_000
const LONGEST_KEPT_MS = 14 * DAY_MS

/** Where a form keeps what was written in it until it is sent. */
export interface Draft {
  read: () => object | undefined
  /** Whether it could be kept. */
  keep: (values: object) => boolean
  drop: () => void
}

/** Of whoever is signed in: shown to nobody else in this browser, and there again after signing in anew. */
export function draftOf(caller: Caller, form: string): Draft | undefined {
  const user = claimsOf(sessions[caller].getState().token)?.sub
  return user ? draftIn(() => localStorage, `${user} ${form}`) : undefined
}

/** A visitor's, as long as the tab is open: whoever opens the browser next is somebody else. */
export const visitorDraft = (form: string): Draft => draftIn(() => sessionStorage, `visitor ${form}`)

/** `storage` is asked for as late as it is needed: where public pages are rendered there is none. */
function draftIn(storage: () => Storage, name: string): Draft {
  const key = PREFIX + name
  return {
    read() {
      sweep(storage())
      return parse(storage().getItem(key))?.values
    },
    keep(values) {
      const text = JSON.stringify({ at: Date.now(), values })
      try {
        if (text.length > LONGEST) throw new RangeError('Longer than any form')
        storage().setItem(key, text)
        sweep(storage())
        return true
      } catch {
        // Better none than one that has lost its last words. Also where the storage is full.
        storage().removeItem(key)
        return false
      }
    },
    drop: () => storage().removeItem(key),
  }
}

interface Kept {
  at: number
  values: object
}

/** Takes away what is too old, of anybody, and the oldest of too many. */
function sweep(storage: Storage): void {
  const drafts = Object.keys(storage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ key, at: parse(storage.getItem(key))?.at ?? 0 }))
    .sort((a, b) => b.at - a.at)
  const oldest = Date.now() - LONGEST_KEPT_MS
  for (const [place, { key, at }] of drafts.entries()) if (place >= MOST_KEPT || at < oldest) storage.removeItem(key)
}

function parse(text: string | null): Kept | undefined {
  try {
    return JSON.parse(text ?? '') as Kept
  } catch {
    return undefined
  }
}
