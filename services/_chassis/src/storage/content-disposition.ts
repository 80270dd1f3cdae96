const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** Leaves no more as it is than RFC 3986 calls unreserved: what the values of signed addresses and, nearly, of header parameters take. */
export const encodeStrictly = (text: string): string => encodeURIComponent(text).replace(/[!'()*]/g, percent)

/**
 * The header that has a file downloaded under its name, in whatever script that is written (RFC 6266): in ASCII for programs that
 * know no better, and whole. `%` is left out of the former, since some browsers take it for an escape.
 */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^ -~]|["\\%]/gu, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeStrictly(fileName)}`
}
