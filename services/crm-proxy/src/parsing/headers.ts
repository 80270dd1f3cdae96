import { type CustomerColumn, customerColumns } from '@app/contracts/rules/customers.ts'
import { normalizeWord } from './words.ts'

/** The sheet's header for each of the product's columns. Columns without a header in the sheet are absent. */
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

/** Shorter column names must match exactly, because one changed character (`isOneEditAway`) often gives another word. */
const MIN_LENGTH_FOR_EDIT = 5

/** Whether two texts differ by one inserted, deleted or replaced character, or by two swapped adjacent characters. */
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

const specified: ReadonlySet<string> = new Set(customerColumns)
const bareColumns = customerColumns.map((column) => ({ column, word: normalizeWord(column) }))
const bareNames = customerColumns.flatMap((column) => otherNames[column].map((name) => ({ column, word: normalizeWord(name) })))
const columnsByWord = Map.groupBy(bareColumns, ({ word }) => word)
const columnsByName = Map.groupBy(bareNames, ({ word }) => word)

/** Columns that a header may mean, from the most to the least certain match. */
type Likenesses = readonly (readonly CustomerColumn[])[]

function likenessesOf(header: string): Likenesses {
  const word = normalizeWord(header)
  if (!word) return []
  return [
    specified.has(header) ? [header as CustomerColumn] : [],
    columnsOf(columnsByWord.get(word)),
    columnsOf(columnsByName.get(word)),
    columnsOf(bareColumns.filter((column) => column.word.length >= MIN_LENGTH_FOR_EDIT && isOneEditAway(word, column.word))),
  ]
}

const columnsOf = (words: readonly { column: CustomerColumn }[] = []): CustomerColumn[] => [...new Set(words.map(({ column }) => column))]

/** Assigns columns to headers. Ignores ambiguous matches: two headers for one column, or two columns for one header. */
export function columnFinder() {
  const headers = new Set<string>()
  const candidates = new Map<string, Likenesses>()
  return {
    get size(): number {
      return headers.size
    },
    add(header: string): void {
      if (headers.has(header)) return
      headers.add(header)
      const likenesses = likenessesOf(header)
      if (likenesses.some(({ length }) => length > 0)) candidates.set(header, likenesses)
    },
    columns: () => assignColumns(candidates),
  }
}

function assignColumns(candidates: ReadonlyMap<string, Likenesses>): SheetColumns {
  const found: SheetColumns = {}
  const free = new Map(candidates)
  for (const level of LEVELS) {
    const pairs = [...free].flatMap(([header, likenesses]) =>
      (likenesses[level] ?? []).filter((column) => found[column] === undefined).map((column) => ({ column, header })),
    )
    const byColumn = Map.groupBy(pairs, ({ column }) => column)
    const byHeader = Map.groupBy(pairs, ({ header }) => header)
    for (const { column, header } of pairs) {
      if (byColumn.get(column)?.length !== 1 || byHeader.get(header)?.length !== 1) continue
      found[column] = header
      free.delete(header)
    }
  }
  return found
}

const LEVELS = [0, 1, 2, 3] as const

export function columnsIn(headers: readonly string[]): SheetColumns {
  const finder = columnFinder()
  for (const header of headers) finder.add(header)
  return finder.columns()
}
