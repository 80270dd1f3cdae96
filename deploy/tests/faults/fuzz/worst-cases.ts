/** Returns a seeded random number generator (mulberry32). Its numbers are at least 0 and less than 1. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Texts to repeat: characters of each class, and the beginnings of texts that our parsers recognize. */
const pieces: readonly string[] = [
  ...'a0 \t\n\r.-_/\\()[]{}<>"\'&=@%#?;:,|+*!^$~`',
  '\u00e9',
  '\u0301',
  '\ufdfa',
  '\u200d',
  '\u2028',
  '\u0130',
  '\ud83d\ude00',
  '\ud800',
  '\r\n',
  '\n ',
  'a ',
  'a.',
  'a@',
  '@a.',
  '.com',
  '://',
  'https://a',
  'www.',
  'data:',
  '{{',
  '}}',
  '{{First Name|',
  '<!--',
  '<a ',
  '</',
  '<!DOCTYPE',
  '&#',
  '&amp;',
  '%2',
  '%25',
  '1,',
  '1/',
  '2026-',
  '-0',
  'e9',
  '=1+',
  '"",',
  '../',
]

const starts: readonly string[] = ['', 'a', '1', 'a@', 'https://a/', '<', '{{', '"', '#', '+1 ', '2026-01-01T']
const ends: readonly string[] = ['', 'x', '!', '\n', '>', '@', '.']

export const pickFrom = <T>(all: readonly T[], random: () => number): T => all[Math.floor(random() * all.length)] as T

export function worstText(length: number, random: () => number): string {
  const [start, end] = [pickFrom(starts, random), pickFrom(ends, random)]
  const second = random() < 0.3 ? pickFrom(pieces, random) : ''
  const piece = pickFrom(pieces, random) + second
  const room = Math.max(1, length - start.length - end.length)
  return (start + piece.repeat(Math.ceil(room / piece.length)).slice(0, room) + end).slice(0, length)
}

const deep = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth)

/** Very large or deeply nested JSON texts within the body limit of one megabyte. */
export const worstJson: readonly (readonly [what: string, json: () => string])[] = [
  ['arrays nested 100,000 deep', () => deep('[', ']', 100_000)],
  ['arrays nested 500,000 deep', () => deep('[', ']', 500_000)],
  ['arrays that are never closed', () => '['.repeat(900_000)],
  ['objects nested 100,000 deep', () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['100,000 keys', () => `{${Array.from({ length: 75_000 }, (_, at) => `"k${at}":1`).join(',')}}`],
  ['the same key 100,000 times', () => `{${'"a":1,'.repeat(100_000)}"a":1}`],
  ['keys of a prototype', () => '{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}},"toString":1}'],
  ['an array of 100,000 empty objects', () => `[${'{},'.repeat(99_999)}{}]`],
  ['an array of 400,000 numbers', () => `[${'1,'.repeat(400_000)}1]`],
  ['a number of 900,000 digits', () => `{"a":${'9'.repeat(900_000)}}`],
  ['a text of escapes', () => `{"a":"${'\\u0061'.repeat(150_000)}"}`],
  ['a text of a megabyte', () => `{"a":"${' '.repeat(900_000)}"}`],
  ['blanks', () => ' '.repeat(1_000_000)],
]
