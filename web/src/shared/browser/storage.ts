type Kind = 'localStorage' | 'sessionStorage'

export interface BrowserStorage {
  get: (key: string) => string | null
  /** Returns whether the browser stored the value. Otherwise the page keeps it until it is closed. */
  set: (key: string, value: string) => boolean
  remove: (key: string) => void
  keys: () => string[]
}

/**
 * A storage of the browser that never throws. In-app browsers and strict privacy settings block the storage: the property throws or is null,
 * or writing throws. The page then keeps the values itself.
 */
function storageOf(kind: Kind): BrowserStorage {
  const kept = new Map<string, string>()
  function use<T>(work: (storage: Storage) => T): T | undefined {
    try {
      const storage: Storage | null = globalThis[kind]
      return storage ? work(storage) : undefined
    } catch {
      return undefined
    }
  }
  return {
    get: (key) => kept.get(key) ?? use((storage) => storage.getItem(key)) ?? null,
    set(key, value) {
      const isStored = use((storage) => {
        storage.setItem(key, value)
        return true
      })
      if (isStored) kept.delete(key)
      else kept.set(key, value)
      return isStored === true
    },
    remove(key) {
      kept.delete(key)
      use((storage) => storage.removeItem(key))
    },
    keys: () => [...new Set([...kept.keys(), ...(use((storage) => Object.keys(storage)) ?? [])])],
  }
}

/** Survives the tab, and is shared by all tabs of the browser. */
export const localValues = storageOf('localStorage')
/** Is deleted with the tab. */
export const tabValues = storageOf('sessionStorage')
