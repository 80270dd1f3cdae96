import PDFDocument from 'pdfkit'

export type Element = PDFKit.PDFStructureElement

export interface DocumentFacts {
  title: string
  author: string
  /** BCP 47 tag. */
  language: string
  createdAt: Date
}

const PRODUCER = 'PDFKit'

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Returns a PDF string. PDFKit writes primitive strings as names. */
const pdfString = (text: string): string => Object(text)

/**
 * A PDF document that conforms to PDF/UA-1 (ISO 14289-1), if all content is drawn with `tag` or `drawArtifact`.
 *
 * PDFKit's own option for PDF/UA has two faults, so this class writes the metadata itself: PDFKit does not escape the title in XML, and
 * lists an incomplete set of the glyphs in a font.
 */
export class TaggedDocument extends PDFDocument {
  /** The root of the structure. */
  readonly root: Element

  constructor({ title, author, language, createdAt }: DocumentFacts) {
    super({
      size: 'LETTER',
      margin: 0,
      pdfVersion: '1.7',
      tagged: true,
      lang: language,
      displayTitle: true,
      // The footers are drawn when the number of pages is known.
      bufferPages: true,
      autoFirstPage: false,
      info: { Title: title, Author: author, Creator: author, Producer: PRODUCER, CreationDate: createdAt },
    })
    this.root = this.struct('Document')
    this.addStructure(this.root)
  }

  /** Adds an element to the structure. Call `end` on it after its last content. */
  addElement(parent: Element, type: string, options: PDFKit.Mixins.StructureElementOptions = {}): Element {
    const element = this.struct(type, options)
    parent.add(element)
    return element
  }

  /** Adds an element with content on the current page. */
  tag(parent: Element, type: string, draw: () => void, options: PDFKit.Mixins.StructureElementOptions = {}): void {
    const element = this.addElement(parent, type, options)
    element.add(draw)
    element.end()
  }

  /** Draws what screen readers skip: decoration, and what repeats on each page. */
  drawArtifact(draw: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.markContent('Artifact', { type })
    draw()
    this.endMarkedContent()
  }

  /** Adds a link with content. `description` says where it leads. */
  tagLink(
    parent: Element,
    url: string,
    description: string,
    area: { x: number; y: number; width: number; height: number },
    draw: () => void,
  ) {
    const element = this.addElement(parent, 'Link', { alt: description })
    element.add(draw)
    this.link(area.x, area.y, area.width, area.height, url, { structParent: element, Contents: pdfString(description) })
    element.end()
  }

  /** Replaces the method with which PDFKit writes the metadata. */
  _addInfo(): void {
    const { Title = '', Author = '', Producer = '', CreationDate } = this.info
    this.appendXML(`
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
  <xmp:CreateDate>${CreationDate?.toISOString()}</xmp:CreateDate>
  <xmp:CreatorTool>${escapeXml(Author)}</xmp:CreatorTool>
  <pdf:Producer>${Producer}</pdf:Producer>
  <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(Title)}</rdf:li></rdf:Alt></dc:title>
  <dc:creator><rdf:Seq><rdf:li>${escapeXml(Author)}</rdf:li></rdf:Seq></dc:creator>
  <pdfuaid:part>1</pdfuaid:part>
</rdf:Description>`)
  }
}
