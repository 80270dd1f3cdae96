import { type CalendarDate, isCalendarDate } from '@app/contracts/rules/business-dates.ts'
import { customerColumns } from '@app/contracts/rules/customers.ts'
import { normalizeEmail } from '@app/contracts/rules/email.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDate } from '../src/parsing/dates.ts'
import { parseEmail } from '../src/parsing/email.ts'
import { columnsIn } from '../src/parsing/headers.ts'
import { parseRow } from '../src/parsing/row.ts'
import { parseStage, parseSubscription } from '../src/parsing/words.ts'

const ZONE = 'America/New_York'

describe('email addresses', () => {
  test.each([
    'ana@b.example',
    ' ana@b.example\u00a0',
    '\u200bana@b.example',
    'ana@\u2060b.example\ufeff',
    'ana@b\u00ad.example',
    'Ana <ana@b.example>',
    '"Lima, Ana" <ana@b.example>',
    '<ana@b.example>',
    '(ana@b.example)',
    '“ana@b.example”',
    'mailto:ana@b.example',
    'MAILTO:ana@b.example?subject=Hi',
    'Ana <mailto:ana@b.example>',
    'ana@b.example.',
    'ana@b.example,',
    ';ana@b.example;',
    'ana @ b.example',
    'ana＠b.example',
    'ana@b.example\n',
    'ana@b.example; ANA@B.example',
    'ana@b.example / 803-555-0142',
  ])('%j is ana@b.example', (cell) => expect(parseEmail(cell)).toEqual({ text: 'ana@b.example' }))

  test.each([
    'ana@b.example; c@d.example',
    'a@b.example c@d.example',
    'a@b.example and c@d.example',
    'a@b.example/c@d.example',
    'Ana <a@b.example>, c@d.example',
  ])('%j has more than one address', (cell) =>
    expect(parseEmail(cell)).toEqual({ fault: expect.stringMatching('^has more than one email address') }),
  )

  test.each(['ana', 'ana@b', 'ana@b .example', 'ana@b.co m', 'ana(at)b.example', '@b.example', 'none', `${'a'.repeat(700)}@b.example`])(
    '%j is no address',
    (cell) => expect(parseEmail(cell)).toEqual({ fault: expect.stringMatching('^is not a complete email address') }),
  )

  test('a composed and a decomposed letter, and both spellings of a domain, are one address', () => {
    const spellings = ['jose\u0301@b.example', 'josé@B.example', 'José@b.example']
    expect(new Set(spellings.map((cell) => normalizeEmail(cell)))).toEqual(new Set(['josé@b.example']))
    expect(normalizeEmail('ana@Müller.example')).toBe(normalizeEmail('ana@xn--mller-kva.example'))
  })
})

describe('dates', () => {
  test.each([
    ['2024-03-05', '2024-03-05'],
    ['2024-3-5', '2024-03-05'],
    ['2024/03/05', '2024-03-05'],
    ['2024-03-05 14:30', '2024-03-05'],
    ['2024-03-05T14:30:00', '2024-03-05'],
    // Midnight in New York, and three hours earlier.
    ['2024-03-05T05:00:00.000Z', '2024-03-05'],
    ['2024-03-05T02:00:00.000Z', '2024-03-04'],
    ['3/5/2024', '2024-03-05'],
    ['03/05/24', '2024-03-05'],
    ['12/31/99', '1999-12-31'],
    ['25/12/2024', '2024-12-25'],
    ['3/5/2024, 10:00:00 AM', '2024-03-05'],
    ['5.3.2024', '2024-03-05'],
    ['05. 03. 2024', '2024-03-05'],
    ['25-12-2024', '2024-12-25'],
    ['7-7-2024', '2024-07-07'],
    ['Mar 5, 2024', '2024-03-05'],
    ['March 5th, 2024', '2024-03-05'],
    ['Fri, Mar 5 2024', '2024-03-05'],
    ['Tue Mar 05 2024 00:00:00 GMT-0500 (Eastern Standard Time)', '2024-03-05'],
    ['5 March 2024', '2024-03-05'],
    ['5. März 2024', '2024-03-05'],
    ['5 de marzo de 2024', '2024-03-05'],
    ['5 août 2023', '2023-08-05'],
    ['5-Mar-24', '2024-03-05'],
    ['45356', '2024-03-05'],
    ['25569', '1970-01-01'],
    ['45356.75', '2024-03-05'],
  ])('%s is parsed as %s', (cell, date) => expect(parseDate(cell, ZONE)).toBe(date))

  test.each([
    '0001-01-01T00:00:00Z',
    '0999-06-01T12:00:00Z',
    '2024-03-05T99:00Z',
    '5-3-2024',
    '2024',
    '31/02/2024',
    '2/30/2024',
    'soon',
    '803555',
    '#REF!',
    '5 Smarch 2024',
    '12',
  ])('%s is not a date', (cell) => expect(parseDate(cell, ZONE)).toBeUndefined())

  const day = fc
    .date({ min: new Date('1970-01-01'), max: new Date('2068-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  const partsOf = (date: CalendarDate) => date.split('-').map(Number) as [number, number, number]

  test('any date is parsed in each of the forms', () => {
    fc.assert(
      fc.property(day, (date) => {
        const [year, month, dayOfMonth] = partsOf(date)
        const serial = Date.parse(`${date}T00:00:00Z`) / 86_400_000 + 25_569
        const forms = [date, `${date} 09:15`, `${month}/${dayOfMonth}/${year}`, `${dayOfMonth}.${month}.${year}`, String(serial)]
        for (const form of forms) expect(parseDate(form, ZONE), form).toBe(date)
      }),
    )
  })

  test('any cell is parsed as a calendar date or as no date', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[\d/.: -]{1,14}$/)), (cell) => {
        const date = parseDate(cell, ZONE)
        expect(date === undefined || isCalendarDate(date)).toBe(true)
      }),
    )
  })
})

test.each([
  ['lead ', 'Lead'],
  ['CUSTOMER', 'Customer'],
  ['Cliente', 'Customer'],
  ['KUNDE', 'Customer'],
  ['MÜŞTERİ', 'Customer'],
  ['clıent', 'Customer'],
  ['Closed-Lost', 'Lost'],
  ['gone fishing', undefined],
  ['', undefined],
])('the stage "%s" is %s', (cell, stage) => expect(parseStage(cell)).toBe(stage))

test.each([
  [' YES', 'Yes'],
  ['sí', 'Yes'],
  ['Oui', 'Yes'],
  ['x', 'Yes'],
  ['TRUE', 'Yes'],
  ['1', 'Yes'],
  ['✓', 'Yes'],
  ['nein', 'No'],
  ['HAYIR', 'No'],
  ['0', 'No'],
  ['maybe', undefined],
])('the subscription "%s" is %s', (cell, word) => expect(parseSubscription(cell)).toBe(word))

describe('headers', () => {
  test('are found as specified, in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...customerColumns], { minLength: customerColumns.length }), (headers) => {
        expect(columnsIn(headers)).toEqual(Object.fromEntries(customerColumns.map((column) => [column, column])))
      }),
    )
  })

  test.each([
    ['first name', 'First Name'],
    ['LAST_NAME', 'Last Name'],
    ['E-mail', 'Email id'],
    ['Emial id', 'Email id'],
    ['Mobil No', 'Mobile No'],
    ['Phone', 'Mobile No'],
    ['stage ', 'Stage'],
    ['Lead Dates', 'Lead Date'],
    ['Subscribed', 'Email Subscription'],
    ['Notes', 'Other Details'],
    ['CustomerID', 'Customer ID'],
  ])('%s is matched to %s', (header, column) => expect(columnsIn(['Region', header])).toEqual({ [column]: header }))

  test('that match two columns are ignored; so are two headers that match one column', () => {
    expect(columnsIn(['Email', 'E-mail'])).toEqual({})
    expect(columnsIn(['Firs Name', 'Frst Name'])).toEqual({})
    // For the column `Email id`, the header `Email id` is a more certain match than `Email`.
    expect(columnsIn(['Email', 'Email id'])).toEqual({ 'Email id': 'Email id' })
  })
})

test('headers are matched in the same way in any order', { tags: 'nightly' }, () => {
  const spellings = [
    'Email',
    'E-mail',
    'Email id',
    'email id',
    'Firs Name',
    'Frst Name',
    'FIRST NAME',
    'Stage',
    'Status',
    'stage ',
    'Notes',
  ]
  const inAnyOrder = fc
    .subarray([...spellings, ...customerColumns, 'Region', 'constructor', '__proto__', ' ', ''])
    .chain((headers) => fc.tuple(fc.constant(headers), fc.shuffledSubarray(headers, { minLength: headers.length })))
  fc.assert(
    fc.property(inAnyOrder, ([headers, shuffled]) => {
      expect(columnsIn(shuffled)).toEqual(columnsIn(headers))
    }),
    { numRuns: 1_000 },
  )
})

describe('texts that are too long are not parsed', () => {
  test.each([
    ['a header', () => columnsIn([`Stage${'\u0301'.repeat(100)}`]), {}],
    ['a stage', () => parseStage(`Lead${'.'.repeat(100)}`), undefined],
    ['a word on mail', () => parseSubscription(`Yes${'.'.repeat(100)}`), undefined],
    ['a date', () => parseDate(`3/5/2024 10:00${'.'.repeat(200)}`, ZONE), undefined],
  ])('%s', (_, understand, meaning) => expect(understand()).toEqual(meaning))

  test('white space around a word is ignored', () => expect(parseStage(`${' '.repeat(500)}Lead${' '.repeat(500)}`)).toBe('Lead'))
})

describe('a row', () => {
  const columns = Object.fromEntries(customerColumns.map((column) => [column, column]))
  const understand = (cells: Record<string, unknown>) => parseRow((header) => cells[header], columns, ZONE)

  test('has parsed cells, and keeps the spelling of the sheet', () => {
    const row = understand({ 'First Name': 'Ada', Stage: 'lead ', 'Lead Date': 45356, 'Email Subscription': true, 'Mobile No': 8035550101 })
    expect(row?.texts).toMatchObject({ 'First Name': 'Ada', Stage: 'Lead', 'Lead Date': '2024-03-05', 'Mobile No': '8035550101' })
    expect(row?.raw).toEqual({ Stage: 'lead ', 'Lead Date': '45356', 'Email Subscription': 'TRUE' })
    expect(row?.unparsed).toEqual([])
  })

  test('keeps cells that cannot be parsed, and reports them', () => {
    const row = understand({ Stage: 'somewhere', 'Customer date': 'soon', 'Email Subscription': 'maybe', 'Email id': 'ask Ana' })
    expect(row?.texts).toMatchObject({ Stage: 'somewhere', 'Customer date': 'soon', 'Email id': 'ask Ana' })
    expect(row?.unparsed).toEqual([
      { column: 'Email id', value: 'ask Ana', message: expect.stringMatching('^is not a complete email address') },
      { column: 'Stage', value: 'somewhere', message: 'is not Lead, Customer or Lost' },
      { column: 'Customer date', value: 'soon', message: 'is not a date we can read' },
      { column: 'Email Subscription', value: 'maybe', message: 'is not Yes or No' },
    ])
  })

  test.each(['#REF!', '#N/A', ' #ERROR! ', '#DIV/0!', '#NAME?', '#NV', '#¡VALOR!', '#ÜBERLAUF!', 'Loading...'])(
    'with the error %s has an empty cell, and reports it',
    (value) => {
      const row = understand({ 'First Name': value, 'Last Name': 'Lima' })
      expect(row?.texts).toMatchObject({ 'First Name': '', 'Last Name': 'Lima' })
      expect(row?.raw).toEqual({ 'First Name': value })
      expect(row?.unparsed).toEqual([{ column: 'First Name', value, message: expect.stringMatching('^is a spreadsheet error') }])
    },
  )

  test('without a visible character in a cell has an empty cell', () => {
    const row = understand({ 'First Name': '\u200b\u00a0', 'Last Name': 'Lima' })
    expect([row?.texts['First Name'], row?.raw, row?.unparsed]).toEqual(['', { 'First Name': '\u200b\u00a0' }, []])
  })

  test('is undefined without content', () => expect(understand({ 'First Name': '\u200b', Stage: ' ', Region: 'South' })).toBeUndefined())
})
