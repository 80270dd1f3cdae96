/** The media type of a MIME part. A multipart is an array of its media type and its parts. */
export type MimeTree = string | MimeTree[]

interface Part {
  headers: string
  body: string
}

function split(message: string): Part {
  const end = message.indexOf('\r\n\r\n')
  return { headers: message.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' '), body: message.slice(end + 4) }
}

/** Returns the parts of a message in their order, each with its headers. The first is the message itself. */
export function mimeParts(message: string): Part[] {
  const part = split(message)
  const boundary = /boundary="([^"]+)"/.exec(part.headers)?.[1]
  if (!boundary) return [part]
  return [
    part,
    ...part.body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((inner) => mimeParts(inner.slice(2))),
  ]
}

export function mimeTree(message: string): MimeTree {
  const { headers, body } = split(message)
  const type = /^content-type: ([\w/-]+)/im.exec(headers)?.[1] ?? ''
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1]
  if (!boundary) return type
  return [
    type,
    ...body
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((inner) => mimeTree(inner.slice(2))),
  ]
}
