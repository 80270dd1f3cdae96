/** An owner's own script. It returns rows by GET. Its response to a POST does not show whether the sheet was changed. */
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

export const arrayScript = plainScript.replace('JSON.stringify({ data })', 'JSON.stringify(data)')

export const idleScript = plainScript.replace('sheet().appendRow(cells)', '')
