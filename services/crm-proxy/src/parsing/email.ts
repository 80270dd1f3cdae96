import { isEmail, normalizeEmail } from '@app/contracts/rules/email.ts'

/** Characters that are invisible in a cell, for example a zero-width space or a byte order mark. */
const INVISIBLE = /[[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]--\s]|\ufeff/gv
/** An address with a name, for example `Ana <a@b.example>`. */
const NAMED = /^[^<>@]*<([^<>]+)>$/
/** Separators between the addresses of a cell. */
const SEPARATORS = /[;,|/]| and | or | & /i
/** Characters around an address. No address begins or ends with one of them. */
const AROUND = `<>()[]"'“”‘’„«»,;.:`
/** Longer cells are not parsed. Two addresses of 254 characters fit. */
const CELL_MAX = 600

const MANY = 'has more than one email address. Keep one, and add a row for each other person.'
const UNCLEAR = 'is not a complete email address, so this person gets no emails. Correct it in your spreadsheet.'

function trimAround(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && AROUND.includes(text.charAt(start))) start += 1
  while (end > start && AROUND.includes(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

function addressIn(text: string): string | undefined {
  const named = NAMED.exec(text)?.[1] ?? text
  const bare = trimAround(named.trim())
  const [linked = ''] = /^mailto:/i.test(bare) ? bare.slice('mailto:'.length).split('?', 1) : [bare]
  const address = trimAround(linked).replace(/ ?@ ?/, '@')
  return isEmail(address) ? address : undefined
}

/**
 * Reads the email address in a cell. Understands invisible characters, a name before `<…>`, `mailto:`, brackets, quotes and punctuation
 * around the address, spaces around the `@`, and the same address twice. Otherwise returns what the owner must correct.
 */
export function parseEmail(cell: string): { text: string } | { fault: string } {
  if (cell.length > CELL_MAX) return { fault: UNCLEAR }
  const text = cell.replaceAll(INVISIBLE, '').replaceAll(/\s+/g, ' ').replace('＠', '@').trim().normalize('NFC')
  const only = addressIn(text)
  if (only) return { text: only }
  const parts = text.split(SEPARATORS).filter((part) => part.includes('@'))
  const [first, ...others] = parts.map((part) => addressIn(part.trim()))
  if (first && others.every((other) => other && normalizeEmail(other) === normalizeEmail(first))) return { text: first }
  return { fault: text.split('@').length > 2 ? MANY : UNCLEAR }
}
