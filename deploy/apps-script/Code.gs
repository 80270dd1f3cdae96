/**
 * Lets the portal read and write the customers of the spreadsheet this script belongs to: in its sheet named "Customers", or in the
 * first one. Columns are found by their headers in row 1 and people by their id, so that both may be moved about.
 * Set-up: deploy/apps-script/README.md. To change something here, give it a new VERSION and deploy it as a new version.
 */

/** Known to the portal and to this script. Whoever else has the address gets no data and changes nothing. */
const SECRET = 'paste-from-the-admin-page'

const VERSION = '1.0.0'
const PROTOCOL = 1
const SHEET_NAME = 'Customers'
const ID_COLUMN = 'Customer ID'
const COLUMNS = [
  'First Name',
  'Last Name',
  'Email id',
  'Mobile No',
  'Stage',
  'Lead Date',
  'Customer date',
  'Email Subscription',
  'Other Details',
  ID_COLUMN,
]
const FIRST_ROW = 2
/** An answer stays at a few megabytes. */
const ROWS_PER_ANSWER = 10000
/** Shorter than the portal waits for an answer. */
const LOCK_MS = 20000
/** Sheets takes whatever is put into cells of this format for text. */
const TEXT_FORMAT = '@'

const ACTIONS = new Map([
  ['ping', { run: ping, needs: [] }],
  ['list', { run: list, needs: [] }],
  ['add', { run: add, needs: ['id', 'idColumn', 'values'] }],
  ['update', { run: update, needs: ['id', 'idColumn', 'old', 'new'] }],
  ['merge', { run: merge, needs: ['idColumn', 'keep', 'remove'] }],
  ['subscribe', { run: subscribe, needs: ['emailColumn', 'column', 'email', 'value'] }],
])

/** Tells whose script this is. No data: an address alone can carry no secret. */
// biome-ignore lint/correctness/noUnusedVariables: Apps Script calls it.
function doGet() {
  return answer({ ok: true, script: VERSION })
}

/**
 * Does what the JSON in the body asks for. Web apps have no status to answer with, so a `code` says what went wrong. Every action may
 * be asked for again when its answer got lost: what stands already is done.
 */
// biome-ignore lint/correctness/noUnusedVariables: Apps Script calls it.
function doPost(event) {
  try {
    const request = requestIn(event.postData.contents)
    return answer({ ok: true, ...whileLocked(() => ACTIONS.get(request.action).run(request)) })
  } catch (error) {
    // Sheets refuses, too: protected cells, say, or what a rule of the owner's does not allow.
    return answer({ ok: false, code: error.code || 'error', message: error.message, ...error.details })
  }
}

function requestIn(body) {
  const request = parse(body)
  if (request?.v !== PROTOCOL) throw refusal('bad-request', 'Not a request of this protocol')
  if (request.secret !== SECRET) throw refusal('secret', 'The script has another secret')
  if (!ACTIONS.has(request.action)) throw refusal('bad-request', `No action ${request.action}`)
  const missing = ACTIONS.get(request.action).needs.filter((name) => !request[name])
  if (missing.length > 0) throw refusal('bad-request', `Without ${missing.join(', ')}`)
  return request
}

function parse(body) {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Two runs at once would write over each other. */
function whileLocked(act) {
  const lock = LockService.getScriptLock()
  if (!lock.tryLock(LOCK_MS)) throw refusal('busy', 'The script is at work for somebody else')
  try {
    const done = act()
    SpreadsheetApp.flush()
    return done
  } finally {
    lock.releaseLock()
  }
}

function ping() {
  const table = customerTable()
  const rows = rowsOf(table).filter((row) => !isBlank(row))
  return { script: VERSION, sheet: table.sheet.getName(), columns: table.columns, rows: rows.length }
}

/** A page of the rows. `revision` is that of all: with another one on the next page, something was changed between them. */
function list({ from = 0, limit = ROWS_PER_ANSWER, idColumn = ID_COLUMN }) {
  const table = customerTable()
  const rows = rowsOf(table)
  giveIds(table, rows, idColumn)
  const page = rows.slice(from, from + Math.min(limit, ROWS_PER_ANSWER))
  return {
    script: VERSION,
    columns: table.columns,
    first: FIRST_ROW + from,
    rows: page.map((row) => (isBlank(row) ? [] : row)),
    total: rows.length,
    revision: digest(JSON.stringify([table.columns, rows])),
  }
}

/** People whom the owner entered by hand get an id, so that they can be found again wherever their row is moved. */
function giveIds({ sheet, columns }, rows, idColumn) {
  const column = columns.indexOf(idColumn)
  if (column < 0) return
  const lacks = (row) => row !== undefined && row[column] === '' && !isBlank(row)
  for (let start = 0; start < rows.length; start++) {
    if (!lacks(rows[start])) continue
    let end = start + 1
    while (lacks(rows[end])) end++
    const lacking = rows.slice(start, end)
    for (const row of lacking) row[column] = Utilities.getUuid()
    sheet.getRange(FIRST_ROW + start, column + 1, lacking.length, 1).setValues(lacking.map((row) => [row[column]]))
    start = end
  }
}

function add({ id, idColumn, values, dates }) {
  const table = customerTable()
  const cells = { ...values, [idColumn]: id }
  requireColumns(table, Object.keys(cells))
  const known = rowNumbers(table, idColumn, id)
  if (known.length > 0) return { row: known[0], already: true }

  const row = FIRST_ROW + rowsOf(table).length
  if (row > table.sheet.getMaxRows()) table.sheet.insertRowAfter(row - 1)
  const range = table.sheet.getRange(row, 1, 1, table.columns.length)
  const formats = range.getNumberFormats()[0]
  // Formulas and tick boxes that the owner has prepared for rows to come stay. One call, so that no half of a row is ever there.
  const formulas = range.getFormulas()[0]
  const there = range.getValues()[0]
  range.setValues([
    table.columns.map((header, index) =>
      header in cells ? toType(table, cells[header], isDate(dates, header), formats[index]) : formulas[index] || there[index],
    ),
  ])
  return { row }
}

function update({ id, idColumn, old, new: wanted, dates }) {
  const table = customerTable()
  requireColumns(table, [idColumn, ...Object.keys(old), ...Object.keys(wanted)])
  const row = onlyRow(table, idColumn, id)
  if (!row) throw refusal('not-found', 'No row has this Customer ID', { id })
  const current = readRow(table, row)
  requireUnchanged(current, { id, old, new: wanted })
  return { row, ...(stands(current, wanted) ? { already: true } : write(table, row, current, wanted, dates)) }
}

/**
 * Makes one row of several. Nothing is written unless every row is as it was seen. The one that is kept comes first, so that a run
 * that ends half-way has lost nothing and can be taken up again: rows that are gone by then were put into it.
 */
function merge({ idColumn, keep, remove, dates }) {
  const table = customerTable()
  const seen = remove.flatMap(({ old }) => Object.keys(old))
  requireColumns(table, [idColumn, ...Object.keys(keep.old), ...Object.keys(keep.new), ...seen])
  const row = onlyRow(table, idColumn, keep.id)
  if (!row) throw refusal('not-found', 'No row has the Customer ID to keep', { id: keep.id })
  const current = readRow(table, row)
  requireUnchanged(current, keep)
  const isKept = stands(current, keep.new)
  const others = remove.map((other) => ({ ...other, row: onlyRow(table, idColumn, other.id) }))
  for (const other of others) {
    if (other.row) requireUnchanged(readRow(table, other.row), { ...other, new: {} })
    else if (!isKept) throw refusal('not-found', 'No row has a Customer ID to remove', { id: other.id })
  }

  write(table, row, current, keep.new, dates)
  SpreadsheetApp.flush()
  const left = others.filter((other) => other.row)
  // Each found again, since every row that goes moves those below it.
  for (const { id } of left) table.sheet.deleteRow(onlyRow(table, idColumn, id))
  return { row: onlyRow(table, idColumn, keep.id), ...(isKept && left.length === 0 && { already: true }) }
}

/** Writes whether somebody gets mail, in each row with that address. */
function subscribe({ emailColumn, column, email, value }) {
  const table = customerTable()
  requireColumns(table, [emailColumn, column])
  const wanted = email.trim().toLowerCase()
  const rows = columnTexts(table, emailColumn).flatMap((text, index) => (text.trim().toLowerCase() === wanted ? [FIRST_ROW + index] : []))
  for (const row of rows) write(table, row, readRow(table, row), { [column]: value })
  return { rows: rows.length }
}

/** The sheet with its headers, which an empty one gets. */
function customerTable() {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet()
  const sheet = spreadsheet.getSheetByName(SHEET_NAME) || spreadsheet.getSheets()[0]
  if (sheet.getLastRow() === 0) {
    sheet.getRange(1, 1, 1, COLUMNS.length).setValues([COLUMNS])
    sheet.setFrozenRows(1)
  }
  const table = { sheet, timeZone: spreadsheet.getSpreadsheetTimeZone() }
  return { ...table, columns: textsIn(table, 1, 1, 1, sheet.getLastColumn())[0] }
}

/** All rows below the headers up to the last that is not blank. */
function rowsOf(table) {
  const count = table.sheet.getLastRow() - 1
  const rows = count > 0 ? textsIn(table, FIRST_ROW, 1, count, table.columns.length) : []
  let length = rows.length
  while (length > 0 && isBlank(rows[length - 1])) length--
  return rows.slice(0, length)
}

/** Tick boxes that nobody ticked are prepared for people to come. */
function isBlank(row) {
  return row.every((text) => text === '' || text === 'FALSE')
}

function columnTexts(table, header) {
  const count = table.sheet.getLastRow() - 1
  return count > 0 ? textsIn(table, FIRST_ROW, table.columns.indexOf(header) + 1, count, 1).map(([text]) => text) : []
}

function rowNumbers(table, idColumn, id) {
  return columnTexts(table, idColumn).flatMap((text, index) => (text === id ? [FIRST_ROW + index] : []))
}

/** Undefined when no row has this id. */
function onlyRow(table, idColumn, id) {
  const numbers = rowNumbers(table, idColumn, id)
  if (numbers.length > 1) throw refusal('twice', `Rows ${numbers.join(' and ')} have the same Customer ID`, { id })
  return numbers[0]
}

/** Its texts by header. */
function readRow(table, row) {
  const texts = textsIn(table, row, 1, 1, table.columns.length)[0]
  return Object.fromEntries(table.columns.map((header, index) => [header, texts[index]]).reverse())
}

function requireColumns({ columns }, headers) {
  const missing = [...new Set(headers)].filter((header) => !columns.includes(header))
  if (missing.length > 0) throw refusal('columns', `No column is named ${missing.join(', ')}`, { missing })
}

/** A cell is as it was seen, or as it is to be because an earlier try got so far; else somebody has changed it. */
function requireUnchanged(current, { id, old, new: wanted }) {
  const headers = Object.keys({ ...old, ...wanted })
  if (headers.every((header) => current[header] === old[header] || current[header] === wanted[header])) return
  const texts = Object.fromEntries(headers.map((header) => [header, current[header]]))
  throw refusal('conflict', 'The row was changed meanwhile', { id, current: texts })
}

function stands(current, wanted) {
  return Object.keys(wanted).every((header) => current[header] === wanted[header])
}

/** Cells that say something else. Only those: formulas beside them stay. */
function write(table, row, current, wanted, dates) {
  for (const header of Object.keys(wanted).filter((name) => current[name] !== wanted[name])) {
    const cell = table.sheet.getRange(row, table.columns.indexOf(header) + 1)
    cell.setValue(toType(table, wanted[header], isDate(dates, header), cell.getNumberFormat()))
  }
}

function isDate(dates, header) {
  return dates !== undefined && dates.includes(header)
}

/** What to put into a cell for it to be this text and no formula, number or date, unless it is meant as a date. */
function toType({ timeZone }, text, asDate, format) {
  if (text === '' || format === TEXT_FORMAT) return text
  if (asDate) return Utilities.parseDate(text, timeZone, 'yyyy-MM-dd')
  // The apostrophe is not part of the text.
  return `'${text}`
}

function textsIn({ sheet, timeZone }, row, column, rows, columns) {
  const range = sheet.getRange(row, column, rows, columns)
  const shown = range.getDisplayValues()
  const days = new Map()
  return range.getValues().map((cells, r) => cells.map((cell, c) => textOf(cell, shown[r][c], timeZone, days)))
}

/** The one text of a cell, by which it is told whether somebody has changed it. `days` keeps the texts of dates: there are many people of one day. */
function textOf(cell, shown, timeZone, days) {
  if (cell instanceof Date) {
    const time = cell.getTime()
    if (!days.has(time)) days.set(time, Utilities.formatDate(cell, timeZone, 'yyyy-MM-dd HH:mm').replace(' 00:00', ''))
    return days.get(time)
  }
  if (typeof cell === 'number') return /^0\d+$/.test(shown) && Number(shown) === cell ? shown : plainNumber(cell)
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return String(cell)
}

/** Without an exponent: mobile numbers are long. */
function plainNumber(number) {
  const text = String(number)
  return text.includes('e') ? number.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 }) : text
}

function digest(text) {
  return Utilities.base64Encode(Utilities.computeDigest(Utilities.DigestAlgorithm.MD5, text, Utilities.Charset.UTF_8))
}

function refusal(code, message, details) {
  return Object.assign(new Error(message), { code, details })
}

function answer(content) {
  return ContentService.createTextOutput(JSON.stringify({ v: PROTOCOL, ...content })).setMimeType(ContentService.MimeType.JSON)
}
