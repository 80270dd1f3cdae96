const DATABASE = 'photos in transit'
const STORE = 'photos'

interface KeptPhoto {
  deliveryId: string
  file: File
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
  return promise
}

async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T> | T): Promise<T> {
  const opening = indexedDB.open(DATABASE)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { autoIncrement: true })
  const database = await resultOf(opening)
  try {
    const transaction = database.transaction(STORE, mode)
    const { promise: completed, resolve, reject } = Promise.withResolvers<void>()
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    const [result] = await Promise.all([work(transaction.objectStore(STORE)), completed])
    return result
  } finally {
    database.close()
  }
}

/**
 * Stores the photos of a delivery in the browser, so that sending can continue after a reload. Replaces the photos of another delivery. Does
 * nothing if the browser blocks the storage, or has no space. A reload then loses the photos that have not arrived.
 */
export const keepPhotos = (deliveryId: string, files: readonly File[]): Promise<void> =>
  inStore('readwrite', (store) => {
    store.clear()
    for (const file of files) store.add({ deliveryId, file } satisfies KeptPhoto)
  }).catch(() => {})

/** Returns the stored photos of a delivery. */
export const keptPhotos = (deliveryId: string): Promise<File[]> =>
  inStore('readonly', async (store) => {
    const kept: KeptPhoto[] = await resultOf(store.getAll())
    return kept.filter((photo) => photo.deliveryId === deliveryId).map(({ file }) => file)
  }).catch(() => [])

export const forgetPhotos = (): Promise<void> => inStore('readwrite', (store) => void store.clear()).catch(() => {})
