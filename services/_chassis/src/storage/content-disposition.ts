import { encodeStrictly } from './presign.ts'

/**
 * Returns a `Content-Disposition` header (RFC 6266) with the file's name twice: in ASCII for old clients, and in UTF-8. The ASCII name
 * contains no `%`, because some browsers treat it as an escape.
 */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^ -~]|["\\%]/gu, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeStrictly(fileName)}`
}
