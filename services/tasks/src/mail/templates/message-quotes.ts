import type { Block } from '@app/chassis/mail/draft.ts'
import { formatNumber } from '@app/contracts/format/numbers.ts'

/** Maximum number of characters of a message that an email quotes. */
const QUOTE_LENGTH = 1_000

/** Returns for example "2 messages". */
export const messageCount = (count: number): string => (count === 1 ? '1 message' : `${formatNumber(count)} messages`)

const shortened = (text: string): string => (text.length > QUOTE_LENGTH ? `${text.slice(0, QUOTE_LENGTH)}…` : text)

/** Returns the quoted messages, and how many there are besides them. Without quoted messages, returns nothing. */
export function quotesOf(texts: readonly string[], count: number): Block[] {
  const more = count - texts.length
  return [
    ...texts.map((text) => ({ kind: 'quote', text: shortened(text) }) as const),
    ...(texts.length > 0 && more > 0 ? [{ kind: 'text', text: `And ${messageCount(more)} more.` } as const] : []),
  ]
}
