/** A script as owners have it today: rows by GET, and a POST that says nothing of use. */
export const plainScript = `
function sheet() { return SpreadsheetApp.getActiveSpreadsheet().getSheets()[0] }
function doGet() {
  const [headers, ...rows] = sheet().getDataRange().getValues()
  const data = rows.map((row) => Object.fromEntries(headers.map((header, index) => [header, row[index]])))
  return ContentService.createTextOutput(JSON.stringify({ data })).setMimeType(ContentService.MimeType.JSON)
}
function doPost(event) {
  const fields = JSON.parse(event.postData.contents)
  const [headers, ...rows] = sheet().getDataRange().getValues()
  const idColumn = headers.indexOf('Customer ID')
  const cells = headers.map((header) => fields[header])
  if (fields.action === 'update') {
    const row = rows.findIndex((cells) => cells[idColumn] === fields['Customer ID'])
    if (row >= 0) sheet().getRange(row + 2, 1, 1, headers.length).setValues([cells])
  } else {
    cells[idColumn] = 'made-' + (rows.length + 1)
    sheet().appendRow(cells)
  }
  return ContentService.createTextOutput('Success')
}`

/** The same, answering a plain array. */
export const arrayScript = plainScript.replace('JSON.stringify({ data })', 'JSON.stringify(data)')

/** One that takes what is sent to it and does nothing. */
export const idleScript = plainScript.replace('sheet().appendRow(cells)', '')
