/** Returns a PDF file. A page is a text, or a JPEG that fills the page as a scanner writes it. */
export function makePdf(pages: readonly (string | { jpeg: Buffer; width: number; height: number })[]): Buffer {
  const objects: Buffer[] = []
  const add = (dictionary: string, data?: Buffer | string): number => {
    const stream = data === undefined ? [] : [Buffer.from('\nstream\n'), Buffer.from(data), Buffer.from('\nendstream')]
    const length = data === undefined ? '' : ` /Length ${Buffer.from(data).length}`
    objects.push(Buffer.concat([Buffer.from(`<< ${dictionary}${length} >>`), ...stream]))
    return objects.length
  }
  const font = add('/Type /Font /Subtype /Type1 /BaseFont /Helvetica')
  const tree = 2 + 3 * pages.length
  const kids = pages.map((page) => {
    const isText = typeof page === 'string'
    const image = isText
      ? add('')
      : add(
          `/Type /XObject /Subtype /Image /Width ${page.width} /Height ${page.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
          page.jpeg,
        )
    const content = add('', isText ? `BT /F1 24 Tf 72 700 Td (${page}) Tj ET` : 'q 612 0 0 792 0 0 cm /I1 Do Q')
    return add(
      `/Type /Page /Parent ${tree} 0 R /MediaBox [0 0 612 792] /Contents ${content} 0 R /Resources << /Font << /F1 ${font} 0 R >> /XObject << /I1 ${image} 0 R >> >>`,
    )
  })
  add(`/Type /Pages /Count ${pages.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}]`)
  const catalog = add(`/Type /Catalog /Pages ${tree} 0 R`)
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let at = parts[0]?.length ?? 0
  objects.forEach((object, index) => {
    places.push(at)
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    parts.push(part)
    at += part.length
  })
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  parts.push(
    Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer << /Size ${size} /Root ${catalog} 0 R >>\nstartxref\n${at}\n%%EOF\n`),
  )
  return Buffer.concat(parts)
}
