import { brand } from '@app/contracts/brand.ts'
import { mailFrom } from '@app/contracts/brand-mail.ts'
import { previewHeadings, REMINDER_HEADING } from '@app/contracts/rules/review-mail-headings.ts'

/** The line that introduces quoted text may be wrapped into this many lines, and all of them have at most this many characters. */
const ATTRIBUTION_LINES = 4
const ATTRIBUTION_MAX = 500
/** The fields above the original email are at most this many lines, including empty lines. */
const FIELD_LINES = 12
const LABEL_MAX = 30
/** Outlook writes a line of underscores above the original email. */
const RULE_LENGTH = 20

/** Phrases of the line that introduces quoted text, in the languages of common email apps. */
const attributionPhrases = [
  ...['wrote', 'schrieb', 'a écrit', 'escribió', 'va escriure', 'escreveu', 'ha scritto', 'schreef', 'skrev', 'skrifaði', 'kirjoitti'],
  ...['pisze', 'napisał', 'napsal', 'napísal', 'napisao', 'írta', 'a scris', 'yazdı', 'έγραψε', 'написал', 'пише', 'написа', 'كتب', 'כתב'],
  ...['写道', '寫道', 'のメッセージ', '작성'],
]

/** Words with which these lines begin. */
const attributionOpeners = [
  ...['on ', 'am ', 'le ', 'el ', 'en ', 'em ', 'il ', 'op ', 'den ', 'på ', 'pe ', 'la ', 'w dniu ', 'dnia ', 'dne ', 'dňa '],
]

/** Titles of the line above the original email. */
const originalTitles = new Set([
  ...['original message', 'original appointment', 'forwarded message', 'ursprüngliche nachricht', 'originalnachricht', "message d'origine"],
  ...['mensaje original', 'mensagem original', 'messaggio originale', 'oorspronkelijk bericht', 'opprinnelig melding'],
  ...['oprindelig meddelelse', 'ursprungligt meddelande', 'originalmeddelande', 'alkuperäinen viesti', 'wiadomość oryginalna'],
  ...['oryginalna wiadomość', 'původní zpráva', 'eredeti üzenet', 'mesaj original', 'исходное сообщение', '原始邮件', '原始郵件'],
  ...['元のメッセージ', '원본 메일'],
])

/** Labels of the fields that email apps insert above the original email. */
const senderLabels = new Set([
  ...['from', 'von', 'de', 'da', 'van', 'fra', 'från', 'lähettäjä', 'od', 'feladó', 'от', 'від', 'από', 'kimden', 'مِن', 'من', 'מאת'],
  ...['发件人', '寄件者', '差出人', '보낸 사람'],
])
const dateLabels = new Set([
  ...['sent', 'date', 'gesendet', 'datum', 'envoyé', 'fecha', 'enviado', 'enviado el', 'enviado em', 'enviada em', 'enviada', 'data'],
  ...['inviato', 'verzonden', 'verzonden op', 'dato', 'sendt', 'skickat', 'lähetetty', 'wysłano', 'data wysłania', 'odesláno', 'elküldve'],
  ...['дата', 'отправлено', 'надіслано', 'στάλθηκε', 'gönderilme', 'tarih', '发送时间', '日期', '送信日時', '日付', '보낸 날짜'],
])
const otherLabels = new Set([
  ...['to', 'cc', 'bcc', 'subject', 'reply-to', 'an', 'betreff', 'antwort an', 'à', 'objet', 'para', 'asunto', 'assunto', 'a', 'oggetto'],
  ...['aan', 'onderwerp', 'til', 'emne', 'till', 'ämne', 'vastaanottaja', 'aihe', 'do', 'temat', 'komu', 'předmět', 'címzett', 'tárgy'],
  ...['кому', 'тема', 'προς', 'θέμα', 'kime', 'konu', '收件人', '主题', '收件者', '主旨', '宛先', '件名', '받는 사람', '제목'],
])

const ownAddress = mailFrom.replace(/^.*<|>$/g, '').toLowerCase()
const ownName = brand.name.toLowerCase()
const ownHeadings = new Set([...Object.values(previewHeadings), REMINDER_HEADING])

export const isQuoted = (line: string): boolean => line.trimStart().startsWith('>')

/** Whether a line is the heading of a review email. */
export const isOurHeading = (line: string): boolean => ownHeadings.has(line.trim())

/** Whether a line contains the address from which review emails are sent. */
export const namesOurAddress = (line: string): boolean => line.toLowerCase().includes(ownAddress)

/** Returns the index of the first line with text among four lines from `at`. Without one, returns the index after them. */
function nextTextAt(lines: readonly string[], at: number): number {
  const limit = Math.min(lines.length, at + ATTRIBUTION_LINES)
  for (let next = at; next < limit; next += 1) if ((lines[next] ?? '').trim() !== '') return next
  return limit
}

/** Returns the label and the value of a line such as `From: Ann`. Gmail formats the label in bold, as `*From:*`. */
function fieldIn(line: string): { label: string; value: string } | undefined {
  const colon = line.slice(0, LABEL_MAX).search(/[:：]/)
  if (colon < 0) return undefined
  const label = line.slice(0, colon).replaceAll('*', '').trim().toLowerCase()
  return /^\p{L}[\p{L}\p{M} .'’-]*$/u.test(label) ? { label, value: line.slice(colon + 1).toLowerCase() } : undefined
}

/** Returns the fields of the block of fields that begins at this line. Single empty lines do not end the block. */
function fieldsAt(lines: readonly string[], at: number): { label: string; value: string }[] {
  const fields: { label: string; value: string }[] = []
  let hasGap = false
  for (const line of lines.slice(at, at + FIELD_LINES)) {
    const isEmpty = line.trim() === ''
    if (isEmpty && hasGap) break
    hasGap = isEmpty
    const field = isEmpty ? undefined : fieldIn(line)
    if (field) fields.push(field)
    else if (!isEmpty && fields.length === 0) break
  }
  return fields
}

/** Whether the fields of the original email begin at this line: in a known language, or in any language with our name or address. */
function beginsFields(lines: readonly string[], at: number): boolean {
  const first = fieldIn(lines[at] ?? '')
  if (!first) return false
  const { label, value } = first
  const isSender = senderLabels.has(label)
  const isFromUs = value.includes(ownAddress) || (isSender && value.includes(ownName))
  if (!isSender && !dateLabels.has(label) && !isFromUs) return false
  const others = fieldsAt(lines, at).slice(1)
  if (isFromUs) return others.length >= 2
  const known = others.filter((field) => dateLabels.has(field.label) || otherLabels.has(field.label))
  const hasSender = isSender || others.some((field) => senderLabels.has(field.label))
  return hasSender && known.length >= 2
}

/** Returns the title in a line such as `-----Original Message-----`. Empty without dashes. */
function titleIn(line: string): string {
  if (!/^[-‐‑–—_]{2}/.test(line) || line.length > ATTRIBUTION_MAX) return ''
  return line
    .replace(/[-‐‑–—_]/g, ' ')
    .replaceAll('’', "'")
    .trim()
    .toLowerCase()
}

interface Attribution {
  /** Number of lines. */
  length: number
  /** The text of all lines, in lower case. */
  text: string
}

const hasPhrase = (text: string): boolean => attributionPhrases.some((phrase) => text.includes(phrase))
/** Whether a text contains a time of day, a date in figures or a year. */
const hasDate = (text: string): boolean => /\d[:.h]\d\d|\d[./-]\d{1,2}[./-]\d|20\d\d/.test(text)
const hasOpener = (text: string): boolean => attributionOpeners.some((opener) => text.startsWith(opener))

/** Whether a text introduces an email of ours: it has our address or name, and the time of the email. */
const isOurs = (text: string): boolean => hasDate(text) && (text.includes(ownAddress) || (text.includes(ownName) && hasPhrase(text)))

/** Whether the introduction begins in a later line than the first one, so that the first line is text of the author. */
const beginsLater = ([first = '', ...others]: readonly string[]): boolean =>
  others.some((_, at) => {
    const rest = others.slice(at).join(' ')
    return hasOpener(rest) ? hasPhrase(rest) || isOurs(rest) : isOurs(rest) && !hasOpener(first)
  })

/** Returns the lines at this position that may introduce quoted text, such as `On Monday, Ann wrote:`. The last line ends with a colon. */
function attributionAt(lines: readonly string[], at: number): Attribution | undefined {
  const parts: string[] = []
  let size = 0
  for (const line of lines.slice(at, at + ATTRIBUTION_LINES)) {
    const part = line.trim().toLowerCase()
    size += part.length
    if (part === '' || isQuoted(part) || size > ATTRIBUTION_MAX) return undefined
    parts.push(part)
    if (/[:：]$|[^-]-{2,}$/.test(part)) return beginsLater(parts) ? undefined : { length: parts.length, text: parts.join(' ') }
  }
  return undefined
}

/** Returns the number of lines that introduce the quoted lines after them, such as `On Monday, Ann wrote:`, or 0. */
export function attributionLength(lines: readonly string[], at: number): number {
  const attribution = attributionAt(lines, at)
  if (!attribution || !(hasPhrase(attribution.text) || isOurs(attribution.text))) return 0
  return isQuoted(lines[nextTextAt(lines, at + attribution.length)] ?? '') ? attribution.length : 0
}

/** Whether the original email begins at this line, without quote marks, as in Outlook and Yahoo. All lines after it are not of the author. */
export function beginsOriginal(lines: readonly string[], at: number): boolean {
  const line = (lines[at] ?? '').trim()
  if (isOurHeading(line) || originalTitles.has(titleIn(line))) return true
  if (line.length >= RULE_LENGTH && line.replaceAll('_', '') === '') return beginsFields(lines, nextTextAt(lines, at + 1))
  if (beginsFields(lines, at)) return true
  const attribution = attributionAt(lines, at)
  return attribution !== undefined && isOurs(attribution.text) && !isQuoted(lines[nextTextAt(lines, at + attribution.length)] ?? '')
}
