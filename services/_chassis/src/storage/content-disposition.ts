import { encodeStrictly } from './presign.ts'

/**
 * The header that has a file downloaded under its name, in whatever script that is written (RFC 6266): in ASCII for programs that
 * know no better, and whole. `%` is left out of the former, since some browsers take it for an escape.
 */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^ -~]|["\\%]/gu, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeStrictly(fileName)}`
}
