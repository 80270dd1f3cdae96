import { type CustomerColumn, customerColumns } from '@app/contracts/rules/customers.ts'
import { bare } from './words.ts'

/** How a sheet spells the columns it has. */
export type SheetColumns = Partial<Record<CustomerColumn, string>>

const otherNames: Readonly<Record<CustomerColumn, readonly string[]>> = {
  'First Name': ['Given Name', 'Forename', 'Vorname', 'Nombre', 'Prénom'],
  'Last Name': ['Surname', 'Family Name', 'Nachname', 'Apellido', 'Apellidos', 'Nom'],
  'Email id': ['Email', 'E-mail', 'Mail', 'Email Address', 'Mail Address', 'Correo'],
  'Mobile No': ['Mobile', 'Phone', 'Phone No', 'Phone Number', 'Mobile Number', 'Mobile Phone', 'Cell', 'Telephone', 'Tel', 'Telefon'],
  Stage: ['Status', 'Lead Stage', 'Customer Stage'],
  'Lead Date': ['Date of Lead', 'Created', 'Date Added'],
  'Customer date': ['Customer Since', 'Date of Customer', 'Client Date'],
  'Email Subscription': ['Subscription', 'Subscribed', 'Newsletter', 'Opt-in', 'Email Subscribed'],
  'Other Details': ['Details', 'Notes', 'Note', 'Comments', 'Comment', 'Remarks'],
  'Customer ID': ['Customer Number', 'Customer No', 'ID', 'UUID'],
}

/** Below this a single other letter makes another word. */
const SHORTEST_FOR_AN_EDIT = 5

/** Whether one letter more, less or other, or two that changed places, make one text the other. */
function isOneEditAway(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  let end = 0
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++
  const [left, right] = [short.slice(start, short.length - end), long.slice(start, long.length - end)]
  return right.length <= 1 || (left.length === 2 && left[0] === right[1] && left[1] === right[0])
}

/** From the surest to the vaguest. */
const likenesses: readonly ((header: string, column: CustomerColumn) => boolean)[] = [
  (header, column) => header === column,
  (header, column) => bare(header) === bare(column),
  (header, column) => otherNames[column].some((name) => bare(header) === bare(name)),
  (header, column) => bare(column).length >= SHORTEST_FOR_AN_EDIT && isOneEditAway(bare(header), bare(column)),
]

/**
 * Which header means which column. Where two headers could, or one could mean two, neither does; only of the very same
 * header the first counts.
 */
export function columnsIn(headers: readonly string[]): SheetColumns {
  const found: SheetColumns = {}
  const free = new Set(headers.filter((header) => header.trim()))
  for (const isLike of likenesses) {
    const open = customerColumns.filter((column) => !found[column])
    const pairs = open.flatMap((column) => [...free].filter((header) => isLike(header, column)).map((header) => ({ column, header })))
    for (const { column, header } of pairs) {
      if (pairs.filter((other) => other.column === column || other.header === header).length > 1) continue
      found[column] = header
      free.delete(header)
    }
  }
  return found
}
