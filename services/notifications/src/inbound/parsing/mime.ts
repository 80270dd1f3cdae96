const MAX_PARTS = 20

/** A message, or one part of a multipart message. It may be truncated at any byte. */
export interface Entity {
  head: string
  body: string
}

/** Limits of the header of a message. Mail servers accept headers of about this size. */
const HEADER_BYTES = 64 * 1024
const HEADER_LINES = 1_000

/** Joins folded header lines (RFC 5322). */
export const unfoldHeaders = (fields: string): string => fields.replace(/\r?\n[ \t]+/g, ' ')

export function parseEntity(entity: string): Entity {
  // A part without header fields begins with the empty line.
  const gap = /^\r?\n|\r?\n\r?\n/.exec(entity)
  // The header of a part is limited, too. Fields after the limit are ignored.
  const head = (gap ? entity.slice(0, gap.index) : entity).slice(0, HEADER_BYTES)
  return { head: unfoldHeaders(head), body: gap ? entity.slice(gap.index + gap[0].length) : '' }
}

/** Whether the header of a message is larger than any header of an email app. Each call of `fieldOf` reads the whole header. */
export function isHeaderTooLarge(message: string): boolean {
  let lines = 0
  for (let start = 0; start <= HEADER_BYTES && lines <= HEADER_LINES; lines += 1) {
    const end = message.indexOf('\n', start)
    if (end < 0) return message.length > HEADER_BYTES
    if (end - start <= 1 && message.slice(start, end).trim() === '') return false
    start = end + 1
  }
  return true
}

/** Returns the trimmed value of the first header field with this name, or an empty string. */
export function fieldOf(fields: string, name: string): string {
  const start = `${name.toLowerCase()}:`
  const line = fields.split(/[\r\n]/).find((each) => each.slice(0, start.length).toLowerCase() === start)
  return line?.slice(start.length).trim() ?? ''
}

/** Returns a parameter of a header field such as `charset`, or an empty string. */
export function parameterOf(field: string, name: string): string {
  const parameter = field.split(';').find((each) => each.trimStart().toLowerCase().startsWith(`${name}=`)) ?? ''
  return parameter
    .slice(parameter.indexOf('=') + 1)
    .trim()
    .replaceAll('"', '')
}

export const mediaTypeOf = ({ head }: Entity): string => fieldOf(head, 'Content-Type').toLowerCase().split(/[\s;]/)[0] ?? ''

/** Returns at most 20 parts of a multipart entity. Text after the last boundary counts as a part. */
export function partsOf({ head, body }: Entity): string[] {
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(fieldOf(head, 'Content-Type')) ?? []
  const boundary = quoted ?? bare
  if (!boundary) return []
  const delimiters = new Set([`--${boundary}`, `--${boundary}--`])
  const parts: string[][] = []
  for (const line of body.split('\n')) {
    if (!delimiters.has(line.trimEnd())) parts.at(-1)?.push(line)
    else if (parts.length < MAX_PARTS) parts.push([])
    else break
  }
  return parts.map((lines) => lines.join('\n'))
}

/** Returns the first result of `read` for an entity and its parts, depth first, in at most `depthMax` levels of multipart entities. */
export function findInParts<T>(
  message: string,
  depthMax: number,
  read: (entity: Entity, mediaType: string) => T | undefined,
): T | undefined {
  const entity = parseEntity(message)
  const mediaType = mediaTypeOf(entity)
  if (!mediaType.startsWith('multipart/')) return read(entity, mediaType)
  if (depthMax === 0) return undefined
  for (const part of partsOf(entity)) {
    const found = findInParts(part, depthMax - 1, read)
    if (found !== undefined) return found
  }
  return undefined
}

const unquoted = (text: string): string =>
  text.replace(/=[ \t]*\r?\n/g, '').replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Decodes the body of an entity. Each byte becomes one character (latin1). The charset parameter is ignored. */
export function textOf({ head, body }: Entity): string {
  const encoding = fieldOf(head, 'Content-Transfer-Encoding').toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('latin1')
  return encoding === 'quoted-printable' ? unquoted(body) : body
}
