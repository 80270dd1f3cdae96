import { lazyPart } from './lazy-part.tsx'

/** Loads `UploadProgress` on demand, because most visitors of a form upload no file. A form loads this part when a file is chosen. */
export const LazyUploadProgress = lazyPart(async () => ({ default: (await import('./UploadProgress.tsx')).UploadProgress }), {
  missing: () => null,
})
