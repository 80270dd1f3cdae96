import { NOTE_MAX } from '@app/contracts/rules/notes.ts'

/** Only this many characters of an email's text are read. */
const TEXT_MAX = 100_000
/** The line that introduces quoted text may be wrapped into this many lines. */
const ATTRIBUTION_LINES = 4
/** After a line that begins with `From:`, this many lines are searched for further fields of the original email. */
const FIELD_LINES = 6
const MOBILE_SIGNATURE_MAX = 80
/** Outlook writes a line of underscores above the original email. */
const RULE_LENGTH = 20

/** Phrases of the line that introduces quoted text, in the languages of common mail programs. */
const attributionPhrases = ['wrote', 'schrieb', 'a écrit', 'escribió', 'ha scritto', 'schreef', 'escreveu', 'skrev', 'написал']

/** Titles of the line above the original email. */
const originalTitles = [
  'original message',
  'original appointment',
  'ursprüngliche nachricht',
  'originalnachricht',
  "message d'origine",
  'mensaje original',
  'messaggio originale',
  'oorspronkelijk bericht',
]

/** Outlook inserts fields such as `From:` and `Sent:` above the original email. `senderFields` is the first field in several languages. */
const senderFields = ['from:', 'von:', 'de:', 'da:', 'van:']
const otherFields = [
  'sent:',
  'date:',
  'to:',
  'cc:',
  'subject:',
  'gesendet:',
  'datum:',
  'an:',
  'betreff:',
  'envoyé:',
  'envoyé :',
  'à:',
  'objet:',
]

const mobileSignatures = [
  'sent from my ',
  'sent from outlook',
  'sent from mail for ',
  'get outlook for ',
  'von meinem ',
  'gesendet von ',
  'envoyé de mon ',
]

const isQuoted = (line: string): boolean => line.trimStart().startsWith('>')

/** The signature delimiter is `-- `. Some programs remove the space. */
const isSignatureDelimiter = (line: string): boolean => line.trimEnd() === '--'

/** Gmail formats the fields of the original email in bold, as `*From:*`. */
const fieldIn = (line: string, names: readonly string[]): boolean => {
  const text = line.replaceAll('*', '').trim().toLowerCase()
  return names.some((name) => text.startsWith(name))
}

/** Whether the fields of the original email begin at this line. */
const beginsFields = (lines: readonly string[], at: number): boolean =>
  fieldIn(lines[at] ?? '', senderFields) &&
  lines.slice(at + 1, at + 1 + FIELD_LINES).filter((line) => fieldIn(line, otherFields)).length >= 2

/** Whether the original email begins at this line, without quote marks, as in Outlook. */
function beginsOriginal(lines: readonly string[], at: number): boolean {
  const line = (lines[at] ?? '').trim()
  if (line.startsWith('--')) {
    const title = line.replaceAll('-', ' ').trim().toLowerCase()
    return originalTitles.includes(title)
  }
  if (line.length >= RULE_LENGTH && line.replaceAll('_', '') === '') return beginsFields(lines, nextTextAt(lines, at + 1))
  return beginsFields(lines, at)
}

/**
 * Returns the index of the first line that is not empty. Searches at most four lines, beginning at `at`. If all of them are empty, returns
 * the index after the last one.
 */
function nextTextAt(lines: readonly string[], at: number): number {
  const limit = Math.min(lines.length, at + ATTRIBUTION_LINES)
  for (let next = at; next < limit; next += 1) if ((lines[next] ?? '').trim() !== '') return next
  return limit
}

/** Returns the number of lines that introduce the quoted text after them, such as `On Monday, Ann wrote:`, or 0. */
function attributionLength(lines: readonly string[], at: number): number {
  for (let length = 1; length <= ATTRIBUTION_LINES; length += 1) {
    const last = (lines[at + length - 1] ?? '').trim()
    if (last === '' || isQuoted(last)) return 0
    if (!last.endsWith(':')) continue
    const text = lines
      .slice(at, at + length)
      .join(' ')
      .toLowerCase()
    const introduces = attributionPhrases.some((phrase) => text.includes(phrase)) && isQuoted(lines[nextTextAt(lines, at + length)] ?? '')
    return introduces ? length : 0
  }
  return 0
}

function isMobileSignature(line: string): boolean {
  const text = line.trim().toLowerCase()
  return text.length <= MOBILE_SIGNATURE_MAX && mobileSignatures.some((start) => text.startsWith(start))
}

/** Control characters except tab and line feed, and characters that change the writing direction. */
const UNFIT = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu

/**
 * Returns the text of a reply without quoted text and signature, with at most 5,000 characters. Text between and below quoted lines stays.
 * Lines that the function does not recognize stay, so that no text of the author is lost. Runs in linear time.
 */
export function replyText(text: string): string {
  const lines = text.slice(0, TEXT_MAX).replace(/\r\n?/g, '\n').replace(UNFIT, '').split('\n')
  const kept: string[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    if (isSignatureDelimiter(line) || beginsOriginal(lines, at)) break
    const skipped = isQuoted(line) ? 1 : attributionLength(lines, at)
    if (skipped === 0) kept.push(line.trimEnd())
    at += skipped || 1
  }
  while (kept.length > 0 && (kept.at(-1) === '' || isMobileSignature(kept.at(-1) ?? ''))) kept.pop()
  const whole = kept
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return [...whole].slice(0, NOTE_MAX).join('').trimEnd()
}
