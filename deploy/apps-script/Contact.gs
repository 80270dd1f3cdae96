/**
 * Lists what is sent with the website's contact form in the spreadsheet this script belongs to, in a sheet named "Contacts".
 * Set-up: services/notifications/README.md, "The contact spreadsheet".
 */

const SHEET_NAME = 'Contacts'
const COLUMNS = ['id', 'sent_at', 'first_name', 'last_name', 'mail', 'mobile', 'message']
/** Shorter than the website waits for an answer. */
const LOCK_MS = 5000

/** Takes one form. The website sends it again until it reads `success`, so that one listed already is not listed twice. */
// biome-ignore lint/correctness/noUnusedVariables: Apps Script calls it.
function doPost(event) {
  const form = event.parameter
  if (!form.id) return answer({ success: false, message: 'A form without an id' })
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

/** The apostrophe, which is not shown, keeps a text a text: no formula, no number without its leading zeros. */
function asText(value) {
  return `'${value}`
}

function answer(content) {
  return ContentService.createTextOutput(JSON.stringify(content)).setMimeType(ContentService.MimeType.JSON)
}
