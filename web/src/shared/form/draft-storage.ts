import { type BrowserStorage, tabValues } from '../browser/storage.ts'

const PREFIX = 'draft '
/** Maximum length of a stored draft in characters. The longest form needs less. */
const MAX_CHARS = 100_000
const MAX_DRAFTS = 20
const DAY_MS = 86_400_000
const MAX_AGE_MS = 14 * DAY_MS

export interface Draft {
  read: () => object | undefined
  keep: (values: object) => boolean
  drop: () => void
}

/** Returns the draft of an anonymous visitor. It is deleted with the tab, because the browser's next user may be another person. */
export const visitorDraft = (form: string): Draft => draftIn(tabValues, `visitor ${form}`)

/** Returns the draft that `storage` contains under `name`. */
export function draftIn(storage: BrowserStorage, name: string): Draft {
  const key = PREFIX + name
  return {
    read() {
      deleteExpired(storage)
      return parse(storage.get(key))?.values
    },
    keep(values) {
      const text = JSON.stringify({ at: Date.now(), values })
      const isKept = text.length <= MAX_CHARS && storage.set(key, text)
      // The draft is too long, or the storage is full or blocked. So the previous draft is outdated and must not be restored.
      if (isKept) deleteExpired(storage)
      else storage.remove(key)
      return isKept
    },
    drop: () => storage.remove(key),
  }
}

interface StoredDraft {
  at: number
  values: object
}

/** Deletes all drafts that are older than 14 days, and the oldest drafts above the maximum number. Includes other users' drafts. */
function deleteExpired(storage: BrowserStorage): void {
  const drafts = storage
    .keys()
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ key, at: parse(storage.get(key))?.at ?? 0 }))
    .sort((a, b) => b.at - a.at)
  const oldest = Date.now() - MAX_AGE_MS
  for (const [place, { key, at }] of drafts.entries()) if (place >= MAX_DRAFTS || at < oldest) storage.remove(key)
}

function parse(text: string | null): StoredDraft | undefined {
  try {
    return JSON.parse(text ?? '') as StoredDraft
  } catch {
    return undefined
  }
}
