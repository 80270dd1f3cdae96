/**
 * Adds messages of the website's contact form to the sheet "Contacts" of the spreadsheet that contains this script.
 * Set-up: services/notifications/README.md, "The contact spreadsheet".
 */

const SHEET_NAME = 'Contacts'
const COLUMNS = ['id', 'sent_at', 'first_name', 'last_name', 'mail', 'mobile', 'message']
/** Lock timeout in milliseconds. It is shorter than the website's request timeout. */
const LOCK_MS = 5000

/** Adds the message of one form. A message whose id is already in the sheet is not added again, because the website retries. */
// biome-ignore lint/correctness/noUnusedVariables: Apps Script calls it.
function doPost(event) {
  const form = event.parameter
  if (!form.id) return answer({ success: false, message: 'The form has no id' })
  const lock = LockService.getScriptLock()
  if (!lock.tryLock(LOCK_MS)) return answer({ success: false, message: 'Busy' })
  try {
    const sheet = contactSheet()
    if (!isListed(sheet, form.id)) {
      sheet.appendRow(COLUMNS.map((name) => asText(form[name] || '')))
      SpreadsheetApp.flush()
    }
    return answer({ success: true })
  } finally {
    lock.releaseLock()
  }
}

function contactSheet() {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet()
  const known = spreadsheet.getSheetByName(SHEET_NAME)
  if (known) return known
  const sheet = spreadsheet.insertSheet(SHEET_NAME)
  sheet.appendRow(COLUMNS)
  sheet.setFrozenRows(1)
  return sheet
}

function isListed(sheet, id) {
  return sheet.getRange('A:A').createTextFinder(id).matchEntireCell(true).findNext() !== null
}

/** Adds an apostrophe. Google Sheets hides the apostrophe and does not read the value as a formula or a number. */
function asText(value) {
  return `'${value}`
}

function answer(content) {
  return ContentService.createTextOutput(JSON.stringify(content)).setMimeType(ContentService.MimeType.JSON)
}
