import { escaped, packageOf } from './package.ts'
import type { Sheet } from './pdf.ts'

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const EXCEL = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export function docxOf({ heading, lines }: Sheet): Buffer<ArrayBuffer> {
  const paragraph = (text: string, style = '') => `<w:p><w:r>${style}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`
  const body = [paragraph(heading, '<w:rPr><w:b/><w:sz w:val="36"/></w:rPr>'), ...lines.map((line) => paragraph(line))].join('')
  return packageOf({
    'word/document.xml': {
      type: 'wordprocessingml.document.main',
      xml: `<w:document xmlns:w="${WORD}"><w:body>${body}<w:sectPr/></w:body></w:document>`,
    },
  })
}

type Cell = string | number

export function xlsxOf(name: string, rows: readonly (readonly Cell[])[]): Buffer<ArrayBuffer> {
  const cell = (value: Cell): string =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
  const data = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')
  return packageOf({
    'xl/workbook.xml': {
      type: 'spreadsheetml.sheet.main',
      xml: `<workbook xmlns="${EXCEL}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      refersTo: [['worksheet', 'worksheets/sheet1.xml']],
    },
    'xl/worksheets/sheet1.xml': {
      type: 'spreadsheetml.worksheet',
      xml: `<worksheet xmlns="${EXCEL}"><sheetData>${data}</sheetData></worksheet>`,
    },
  })
}
