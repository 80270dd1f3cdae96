/**
 * Lets the portal read and write customers in the spreadsheet that contains this script. The customers are in the sheet named
 * "Customers", or in the first sheet. The script finds columns by their headers in row 1 and customers by their id, so that rows and
 * columns can be moved. Set-up: deploy/apps-script/README.md.
 */

/** Secret that only the portal and this script have. Requests without this secret are rejected. */
const SECRET = 'paste-from-the-admin-page'

const VERSION = '1.0.0'
const PROTOCOL = 1
const SHEET_NAME = 'Customers'
const COLUMNS = 'First Name,Last Name,Email id,Mobile No,Stage,Lead Date,Customer date,Email Subscription,Other Details,Customer ID'
const FIRST_ROW = 2
/** Maximum number of rows per response, so that a response has at most a few megabytes. */
const ROWS_PER_ANSWER = 10000
/** Lock timeout in milliseconds. It is shorter than the request timeout of the product (30 s). */
const LOCK_MS = 20000
const ACTIONS = new Map(Object.entries({ ping, list, add, update, merge, subscribe }))

/** Returns the version of the script. Returns no data, because a GET request contains no secret. */
function doGet() {
  return answer({ ok: true, script: VERSION })
}

/**
 * Runs the action that the JSON body names. A lock makes requests run one at a time. Web apps cannot set an HTTP status, so errors have a
 * `code`. All actions are idempotent: the portal can retry a request whose response was lost.
 */
function doPost(event) {
  const lock = LockService.getScriptLock()
  try {
    const request = JSON.parse(event.postData?.contents || '{}')
    if (request?.v !== PROTOCOL) throw refusal('bad-request', 'Not a request of this protocol')
    if (request.secret !== SECRET) throw refusal('secret', 'The script has another secret')
    const act = ACTIONS.get(request.action)
    if (!act) throw refusal('bad-request', `No action ${request.action}`)
    if (!lock.tryLock(LOCK_MS)) throw refusal('busy', 'The script is busy with another request')
    const done = act(request)
    SpreadsheetApp.flush()
    return answer({ ok: true, ...done })
  } catch (error) {
    // Google Sheets also throws errors, for example for protected cells or for values that the owner's validation rules reject.
    const code = error instanceof SyntaxError ? 'bad-request' : 'error'
    return answer({ ok: false, code, message: error.message, ...error.refusal })
  } finally {
    lock.releaseLock()
  }
}

function ping() {
  const table = openTable()
  return { script: VERSION, sheet: table.sheet.getName(), columns: table.columns, rows: rowsOf(table).length }
}

/** Returns a page of the rows. `revision` is a hash of all rows. If it differs on the next page, the sheet was changed in between. */
function list({ from = 0, limit = ROWS_PER_ANSWER }) {
  const table = openTable()
  const all = rowsOf(table)
  giveIds(table, all)
  const rows = all.slice(from, from + Math.min(limit, ROWS_PER_ANSWER)).map((row) => (isBlank(row) ? [] : row))
  const text = JSON.stringify([table.columns, all])
  const revision = Utilities.base64Encode(Utilities.computeDigest(Utilities.DigestAlgorithm.MD5, text, Utilities.Charset.UTF_8))
  return { script: VERSION, columns: table.columns, first: FIRST_ROW + from, rows, total: all.length, revision }
}

/** Writes a new id to each row without an id, so that the row can be found after it is moved. Writes adjacent rows with one call. */
function giveIds({ sheet, columns }, rows) {
  const column = columns.findIndex((header) => header.toLowerCase().replace(/[^a-z]/g, '') === 'customerid')
  const lacks = (row) => row?.[column] === '' && !isBlank(row)
  for (let start = 0; start < rows.length; start++) {
    const block = []
    while (lacks(rows[start + block.length])) block.push([Utilities.getUuid()])
    if (block.length === 0) continue
    sheet.getRange(FIRST_ROW + start, column + 1, block.length, 1).setValues(block)
    for (const [id] of block) rows[start++][column] = id
  }
}

function add({ id, idColumn, values, dates }) {
  const table = openTable()
  const { sheet, columns } = table
  const texts = { ...values, [idColumn]: id }
  requireColumns(table, Object.keys(texts))
  const [known] = rowNumbers(table, idColumn, id)
  if (known) return { row: known, already: true }

  const row = FIRST_ROW + rowsOf(table).length
  if (row > sheet.getMaxRows()) sheet.insertRowAfter(row - 1)
  const range = sheet.getRange(row, 1, 1, columns.length)
  // Keeps formulas and checkboxes that the owner has prepared in empty rows.
  const formulas = range.getFormulas()[0]
  const cells = range.getValues()[0].map((cell, index) => formulas[index] || cell)
  const formats = range.getNumberFormats()[0]
  for (const header of Object.keys(texts)) {
    const column = columns.indexOf(header)
    cells[column] = typed(table, header, texts[header], dates, formats[column])
  }
  // With a single call, a row is never partly written.
  range.setValues([cells])
  return { row }
}

function update({ id, idColumn, old, new: wanted, dates }) {
  const table = openTable()
  requireColumns(table, [idColumn, ...Object.keys({ ...old, ...wanted })])
  const found = rowAsSeen(table, idColumn, { id, old, new: wanted })
  return { row: found.row, already: write(table, found, wanted, dates) === 0 }
}

/**
 * Merges rows into one. Writes nothing if a row differs from its expected values. Updates the kept row before it deletes the others, so
 * that an interrupted run loses no data and can be retried.
 */
function merge({ idColumn, keep, remove, dates }) {
  const table = openTable()
  requireColumns(table, [idColumn, ...[keep, ...remove].flatMap((seen) => Object.keys({ ...seen.old, ...seen.new }))])
  const kept = rowAsSeen(table, idColumn, keep)
  const isBegun = differing(kept.texts, keep.new).length === 0
  const left = remove.filter(({ id }) => !isBegun || rowOf(table, idColumn, id))
  for (const seen of left) rowAsSeen(table, idColumn, seen)

  write(table, kept, keep.new, dates)
  SpreadsheetApp.flush()
  // Looks up each row number again, because deleting a row moves the rows below it.
  for (const { id } of left) table.sheet.deleteRow(rowOf(table, idColumn, id))
  return { row: rowOf(table, idColumn, keep.id), already: isBegun && left.length === 0 }
}

/** Writes the email subscription of a customer to each row with this email address. */
function subscribe({ emailColumn, column, email, value }) {
  const table = openTable()
  requireColumns(table, [emailColumn, column])
  const rows = rowNumbers(table, emailColumn, email.trim().toLowerCase(), (text) => text.trim().toLowerCase())
  for (const row of rows) write(table, readRow(table, row), { [column]: value })
  return { rows: rows.length }
}

/** Opens the sheet and reads its headers. Writes the headers if the sheet is empty. */
function openTable() {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet()
  const sheet = spreadsheet.getSheetByName(SHEET_NAME) || spreadsheet.getSheets()[0]
  if (sheet.getLastRow() === 0) sheet.appendRow(COLUMNS.split(','))
  const table = { sheet, timeZone: spreadsheet.getSpreadsheetTimeZone() }
  return { ...table, columns: textsIn(table, 1, 1, 1, sheet.getLastColumn())[0] }
}

/** Returns all rows below the headers, without blank rows at the end. */
function rowsOf(table) {
  const rows = textsBelow(table, 1, table.columns.length)
  while (rows.length > 0 && isBlank(rows[rows.length - 1])) rows.pop()
  return rows
}

/** Whether a row has no content. Unchecked checkboxes do not count, because owners prepare them in empty rows. */
function isBlank(row) {
  return row.every((text) => text === '' || text === 'FALSE')
}

function rowNumbers(table, header, wanted, normalize = String) {
  const texts = textsBelow(table, table.columns.indexOf(header) + 1, 1)
  return texts.flatMap(([text], index) => (normalize(text) === wanted ? [FIRST_ROW + index] : []))
}

/** Returns the number of the row with this id, or undefined. Throws if several rows have it. */
function rowOf(table, idColumn, id) {
  const [row, ...others] = rowNumbers(table, idColumn, id)
  if (others.length > 0) throw refusal('twice', `More than one row has this Customer ID: ${[row, ...others].join(', ')}`, { id })
  return row
}

function readRow(table, row) {
  const [texts] = textsIn(table, row, 1, 1, table.columns.length)
  return { row, texts: Object.fromEntries(table.columns.map((header) => [header, texts[table.columns.indexOf(header)]])) }
}

/** Returns the row with this id. Each cell must have its old value, or its new value from an interrupted attempt. Otherwise throws. */
function rowAsSeen(table, idColumn, { id, old, new: wanted = {} }) {
  const number = rowOf(table, idColumn, id)
  if (!number) throw refusal('not-found', 'No row has this Customer ID', { id })
  const row = readRow(table, number)
  const current = Object.fromEntries(Object.keys({ ...old, ...wanted }).map((header) => [header, row.texts[header]]))
  const isChanged = Object.keys(current).some((header) => ![old[header], wanted[header]].includes(current[header]))
  if (isChanged) throw refusal('conflict', 'The row was changed by another user', { id, current })
  return row
}

function requireColumns({ columns }, headers) {
  const missing = [...new Set(headers)].filter((header) => !columns.includes(header))
  if (missing.length > 0) throw refusal('columns', `No column is named ${missing.join(', ')}`, { missing })
}

function differing(texts, wanted) {
  return Object.keys(wanted).filter((header) => texts[header] !== wanted[header])
}

/** Writes only the cells whose text differs, because other cells may contain formulas. Returns the number of written cells. */
function write(table, { row, texts }, wanted, dates) {
  const headers = differing(texts, wanted)
  for (const header of headers) {
    const cell = table.sheet.getRange(row, table.columns.indexOf(header) + 1)
    cell.setValue(typed(table, header, wanted[header], dates, cell.getNumberFormat()))
  }
  return headers.length
}

/**
 * Returns the value to write to a cell: a date if the column is in `dates`, otherwise the text with a leading apostrophe. Google Sheets
 * hides the apostrophe and does not read the text as a formula, number or date.
 */
function typed({ timeZone }, header, text, dates = [], format = '') {
  if (typeof text !== 'string') throw refusal('bad-request', `The value for ${header} is not a text`)
  // An empty cell needs no apostrophe. A cell with the text format would show the apostrophe.
  if (text === '' || format.startsWith('@')) return text
  if (dates.includes(header)) return Utilities.parseDate(text, timeZone, 'yyyy-MM-dd')
  return `'${text}`
}

function textsBelow(table, column, columns) {
  const count = table.sheet.getLastRow() - 1
  return count > 0 ? textsIn(table, FIRST_ROW, column, count, columns) : []
}

function textsIn({ sheet, timeZone }, row, column, rows, columns) {
  const range = sheet.getRange(row, column, rows, columns)
  const shown = range.getDisplayValues()
  const dateTexts = new Map()
  return range.getValues().map((cells, r) => cells.map((cell, c) => textOf(cell, shown[r][c], timeZone, dateTexts)))
}

/** Returns the text of a cell, both for lists and for comparisons with old values. */
function textOf(cell, shown, timeZone, dateTexts) {
  if (cell instanceof Date) {
    const time = cell.getTime()
    // Caches formatted dates, because many rows have the same date and formatDate is slow.
    if (!dateTexts.has(time)) dateTexts.set(time, Utilities.formatDate(cell, timeZone, 'yyyy-MM-dd HH:mm').replace(' 00:00', ''))
    return dateTexts.get(time)
  }
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (typeof cell !== 'number') return cell
  if (/^0\d+$/.test(shown) && Number(shown) === cell) return shown
  const text = String(cell)
  return text.includes('e') ? cell.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 }) : text
}

function refusal(code, message, details) {
  return Object.assign(new Error(message), { refusal: { code, ...details } })
}

function answer(content) {
  return ContentService.createTextOutput(JSON.stringify({ v: PROTOCOL, ...content })).setMimeType(ContentService.MimeType.JSON)
}
