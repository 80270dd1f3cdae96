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
export const visitorDraft = (form: string): Draft => draftIn(() => sessionStorage, `visitor ${form}`)

/**
 * Returns the draft that `storage` contains under `name`. `storage` is a function, because there is no browser storage when public pages
 * are prerendered.
 */
export function draftIn(storage: () => Storage, name: string): Draft {
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
        // The draft is too long, or the storage is full. So the previous draft is outdated and must not be restored.
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

/** Deletes all drafts that are older than 14 days, and the oldest drafts above the maximum number. Includes other users' drafts. */
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
