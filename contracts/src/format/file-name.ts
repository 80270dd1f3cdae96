const NAME_LENGTH = 80

/** Characters and names that Windows, macOS or Linux refuse in names of files, and characters that change the direction of text. */
const FORBIDDEN = /[\p{Cc}\p{Cf}<>:"/\\|?*]/gu
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** Returns a text as a name that every file system accepts. */
export function safeName(text: string): string {
  const [stem = '', extension = ''] = /^(.*?)(\.\w{1,10})?$/s.exec(text.normalize('NFC').replace(FORBIDDEN, ' ').trim())?.slice(1) ?? []
  const short = [...stem.replace(/\s+/g, ' ')].slice(0, NAME_LENGTH).join('')
  // Bounded: 160 characters, because `short` has at most 80 code points.
  const name = short.replace(/^[. ]+|[. ]+$/g, '') || 'file'
  return `${RESERVED.test(name) ? '_' : ''}${name}${extension}`
}
