import { removeTokenLinks } from '@app/chassis/logging/remove-token-links.ts'
import { NOTE_MAX } from '@app/contracts/rules/notes.ts'
import { attributionLength, beginsOriginal, isOurHeading, isQuoted, namesOurAddress } from './quoted-original.ts'
import { withoutSignature } from './signature.ts'

/** Only this many characters of an email's text are read. */
const TEXT_MAX = 100_000

/** Control characters except tab and line feed, and characters that change the writing direction. */
const UNFIT = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu

/** Removes lines from the end that are empty or contain our address: the rest of an unknown line above the original email. */
function dropIntroduction(lines: (string | null)[]): void {
  const last = lines.findLastIndex((line) => line !== null && line.trim() !== '')
  if (last >= 0 && namesOurAddress(lines[last] ?? '')) lines.length = last
}

/**
 * Returns the text of a reply without quoted text and signature, with at most 5,000 characters. Text between and below quoted lines stays.
 * Lines that the function does not recognize stay, so that no text of the author is lost. Links that contain tokens are removed. `from` is
 * the header From: the signature contains a word of it. Runs in linear time.
 */
export function replyText(text: string, from = ''): string {
  const lines = removeTokenLinks(text.slice(0, TEXT_MAX)).replace(/\r\n?/g, '\n').replace(UNFIT, '').split('\n')
  const kept: (string | null)[] = []
  for (let at = 0; at < lines.length; ) {
    if (isOurHeading(lines[at] ?? '')) dropIntroduction(kept)
    if (beginsOriginal(lines, at)) break
    const quoted = isQuoted(lines[at] ?? '') ? 1 : attributionLength(lines, at)
    kept.push(quoted > 0 ? null : (lines[at] ?? ''))
    at += quoted || 1
  }
  const whole = withoutSignature(kept, from)
    .flatMap((line) => line?.trimEnd() ?? [])
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return [...whole].slice(0, NOTE_MAX).join('').trimEnd()
}
