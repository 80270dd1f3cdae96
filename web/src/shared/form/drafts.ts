import { claimsOf } from '../stores/claims.ts'
import { type Caller, sessions } from '../stores/session.ts'

const PREFIX = 'draft '
/** Maximum length of a stored draft, in characters. The input of the longest form is shorter. */
const MAX_CHARS = 100_000
const MAX_DRAFTS = 20
const DAY_MS = 86_400_000
const MAX_AGE_MS = 14 * DAY_MS

/** Stores the input of a form until the form is sent. */
export interface Draft {
  read: () => object | undefined
  /** Returns whether the values were stored. */
  keep: (values: object) => boolean
  drop: () => void
}

/** Returns the draft of the signed-in user; undefined if nobody is signed in. Only this user sees it, also after signing in again. */
export function draftOf(caller: Caller, form: string): Draft | undefined {
  const user = claimsOf(sessions[caller].getState().token)?.sub
  return user ? draftIn(() => localStorage, `${user} ${form}`) : undefined
}

/** Returns the draft of an anonymous visitor. It ends with the tab, because the next user of the browser may be another person. */
export const visitorDraft = (form: string): Draft => draftIn(() => sessionStorage, `visitor ${form}`)

/** `storage` is a function, because there is no storage where public pages are prerendered. */
function draftIn(storage: () => Storage, name: string): Draft {
  const key = PREFIX + name
  return {
    read() {
      deleteExpired(storage())
      return parse(storage().getItem(key))?.values
    },
    keep(values) {
      const text = JSON.stringify({ at: Date.now(), values })
      try {
        if (text.length > MAX_CHARS) throw new RangeError('The draft is too long')
        storage().setItem(key, text)
        deleteExpired(storage())
        return true
      } catch {
        // Too long, or the storage is full. An older draft is deleted too, because it would restore outdated input.
        storage().removeItem(key)
        return false
      }
    },
    drop: () => storage().removeItem(key),
  }
}

interface StoredDraft {
  at: number
  values: object
}

/** Deletes the drafts of all users that are older than 14 days, and the oldest drafts above the limit. */
function deleteExpired(storage: Storage): void {
  const drafts = Object.keys(storage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ key, at: parse(storage.getItem(key))?.at ?? 0 }))
    .sort((a, b) => b.at - a.at)
  const oldest = Date.now() - MAX_AGE_MS
  for (const [place, { key, at }] of drafts.entries()) if (place >= MAX_DRAFTS || at < oldest) storage.removeItem(key)
}

function parse(text: string | null): StoredDraft | undefined {
  try {
    return JSON.parse(text ?? '') as StoredDraft
  } catch {
    return undefined
  }
}
