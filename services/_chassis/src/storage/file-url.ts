import { FILES_PATH } from './object-store.ts'

const ORIGIN = /^https?:\/\/[^/?#]+/

/**
 * Removes the origin from the URL of a file at the gateway: `https://host/files/…` becomes `/files/…`. Earlier releases stored these URLs
 * with the origin `PUBLIC_URL`, which can change. All other texts stay unchanged.
 */
export function withoutOrigin(url: string): string {
  const path = url.replace(ORIGIN, '')
  return path.startsWith(FILES_PATH) ? path : url
}
