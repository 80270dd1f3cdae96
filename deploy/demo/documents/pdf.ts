export interface Sheet {
  heading: string
  lines: readonly string[]
}

const PAGE = { width: 612, height: 792, margin: 72 }
const HEADING_SIZE = 22
const TEXT_SIZE = 12
const LEADING = 20

/** Returns the PDF operator that prints a text, in the encoding of the built-in fonts. */
const shown = (text: string): string => `(${text.replace(/[’‘]/g, "'").replace(/[\\()]/g, '\\$&')}) Tj`

function drawing({ heading, lines }: Sheet): string {
  const top = `/Bold ${HEADING_SIZE} Tf ${PAGE.margin} ${PAGE.height - PAGE.margin - HEADING_SIZE} Td ${shown(heading)}`
  const rest = lines.map((line) => `0 -${LEADING} Td ${shown(line)}`)
  return ['BT', top, `0 -${LEADING} Td /Text ${TEXT_SIZE} Tf`, ...rest, 'ET'].join('\n')
}

const font = (name: string): string => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

/** Creates a PDF with one page in US letter format. */
export function pdfOf(sheet: Sheet): Buffer<ArrayBuffer> {
  const content = drawing(sheet)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents 4 0 R /Resources << /Font << /Bold 5 0 R /Text 6 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    font('Helvetica-Bold'),
    font('Helvetica'),
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((body, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${body}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${end}`, 'latin1')
}
