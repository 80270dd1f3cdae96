import { encodeStrictly } from './presign.ts'

/**
 * Returns a header value with the name in ASCII for old clients, and in UTF-8 (RFC 6266). Some browsers treat `%` in the ASCII name as an
 * escape, so `%` is replaced.
 */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^ -~]|["\\%]/gu, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeStrictly(fileName)}`
}
