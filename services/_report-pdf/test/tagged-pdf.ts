import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>
type StructureNode = Awaited<ReturnType<PDFPageProxy['getStructTree']>>

/** An element of the structure with the ids of its content. */
interface TaggedElement {
  role: string
  alt: string
  contents: string[]
  children: TaggedElement[]
}

function toElement(node: StructureNode): TaggedElement {
  const element: TaggedElement = { role: node.role, alt: 'alt' in node ? String(node.alt) : '', contents: [], children: [] }
  for (const child of node.children) {
    if ('role' in child) element.children.push(toElement(child))
    else if (child.type === 'content') element.contents.push(child.id)
  }
  return element
}

/** Returns an element and all elements below it, in reading order. */
const withDescendants = (element: TaggedElement): TaggedElement[] => [element, ...element.children.flatMap(withDescendants)]

/** Returns the elements of a page that its structure has. */
async function elementsOf(page: PDFPageProxy): Promise<TaggedElement[]> {
  const tree: StructureNode | null = await page.getStructTree()
  // Elements of other pages have no content on this one.
  return tree ? withDescendants(toElement(tree)).filter(({ contents, children }) => contents.length > 0 || children.length > 0) : []
}

/** Returns texts that are in no element of the structure and no artifact. */
function untaggedTexts({ items }: TextContent, tagged: ReadonlySet<string>): string[] {
  const open: string[] = []
  const untagged: string[] = []
  for (const item of items) {
    if ('str' in item) {
      if (item.str.trim() !== '' && !open.some((mark) => mark === 'Artifact' || tagged.has(mark))) untagged.push(item.str)
    } else if (item.type === 'endMarkedContent') open.pop()
    else open.push(item.id ?? ('tag' in item ? String(item.tag) : ''))
  }
  return untagged
}

/** Returns faults in the order of headings: the first is no H1, or a level is skipped. */
function headingFaults(roles: readonly string[]): string[] {
  const levels = roles.flatMap((role) => (/^H[1-6]$/.test(role) ? [Number(role.slice(1))] : []))
  return levels.flatMap((level, at) => (level > (levels[at - 1] ?? 0) + 1 ? [`the heading H${level} follows H${levels[at - 1] ?? 0}`] : []))
}

/** Returns faults of tables: cells outside of rows, and tables without headings of columns, or with a row without a heading. */
function tableFaults(elements: readonly TaggedElement[]): string[] {
  return elements
    .filter(({ role }) => role === 'TR')
    .flatMap((row) => [
      ...(row.children.some(({ role }) => role === 'TH') ? [] : ['a row of a table has no heading']),
      ...row.children.filter(({ role }) => role !== 'TH' && role !== 'TD').map(({ role }) => `a row of a table has ${role}`),
    ])
}

async function pageFaults(page: PDFPageProxy): Promise<string[]> {
  const elements = await elementsOf(page)
  const tagged = new Set(elements.flatMap(({ contents }) => contents))
  const texts = await page.getTextContent({ includeMarkedContent: true })
  const annotations = await page.getAnnotations()
  const links = elements.filter(({ role }) => role === 'Link')
  await page.getOperatorList()
  const fonts = Object.keys(texts.styles).map((name) => page.commonObjs.get(name))
  return [
    ...untaggedTexts(texts, tagged).map((text) => `“${text}” is not tagged`),
    ...elements
      .filter(({ role, alt }) => (role === 'Figure' || role === 'Link') && alt === '')
      .map(({ role }) => `a ${role} has no alternative text`),
    ...tableFaults(elements),
    ...annotations.filter(({ contentsObj }) => !contentsObj?.str).map(() => 'a link has no description'),
    ...(links.length === annotations.length ? [] : [`${annotations.length} links, but ${links.length} in the structure`]),
    ...fonts.filter(({ missingFile, isType3Font }) => missingFile && !isType3Font).map(({ name }) => `the font ${name} is not embedded`),
  ]
}

async function documentFaults(document: PDFDocumentProxy): Promise<string[]> {
  const { info, metadata } = await document.getMetadata()
  const preferences = await document.getViewerPreferences()
  const marks = await document.getMarkInfo()
  const title: unknown = 'Title' in info ? info.Title : ''
  return [
    ...('Language' in info && info.Language ? [] : ['the language is not set']),
    ...(title && metadata?.get('dc:title') === title ? [] : ['the title is missing, or differs in the metadata']),
    ...(metadata?.get('pdfuaid:part') === '1' ? [] : ['the metadata do not say PDF/UA-1']),
    ...(preferences?.get('DisplayDocTitle') ? [] : ['the title is not displayed']),
    ...(marks instanceof Map && marks.get('Marked') ? [] : ['the document is not marked']),
  ]
}

/** What pdf.js, which did not write the file, does not return about objects of the file. These objects are not compressed. */
function objectFaults(data: Uint8Array, pages: number): string[] {
  const objects = Buffer.from(data).toString('latin1').split('endobj')
  const headings = objects.filter((object) => /\/S \/TH\b/.test(object))
  const tabs = objects.filter((object) => object.includes('/Type /Page\n') && object.includes('/Tabs /S'))
  const annotations = objects.filter((object) => object.includes('/Subtype /Link'))
  return [
    ...headings.filter((object) => !/\/Scope \/(Row|Column)\b/.test(object)).map(() => 'a heading of a table has no scope'),
    ...annotations.filter((object) => !object.includes('/StructParent ')).map(() => 'a link is not in the structure'),
    ...(tabs.length === pages ? [] : ['the tab order of a page is not that of the structure']),
  ]
}

/** Checks the rules of PDF/UA-1 that a program can check. Returns the violations. */
export async function faultsIn(data: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: Uint8Array.from(data), verbosity: 0 })
  try {
    const document = await task.promise
    const faults = [...(await documentFaults(document)), ...objectFaults(data, document.numPages)]
    const roles: string[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      faults.push(...(await pageFaults(page)).map((fault) => `page ${number}: ${fault}`))
      roles.push(...(await elementsOf(page)).map(({ role }) => role))
    }
    return [...faults, ...headingFaults(roles), ...(roles.includes('THead') || !roles.includes('Table') ? [] : ['no table has a header'])]
  } finally {
    await task.destroy()
  }
}

/** Returns what screen readers read, in their order: each text with the role of its element, and alternative texts. */
export async function readAloud(data: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: Uint8Array.from(data), verbosity: 0 })
  try {
    const document = await task.promise
    const lines: string[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      const texts = textsByContent(await page.getTextContent({ includeMarkedContent: true }))
      for (const { role, alt, contents } of await elementsOf(page)) {
        const text = contents
          .map((id) => texts.get(id) ?? '')
          .join(' ')
          .replaceAll(/\s+/g, ' ')
          .trim()
        if (alt || text) lines.push(`${role}: ${alt || text}`)
      }
    }
    return lines
  } finally {
    await task.destroy()
  }
}

function textsByContent({ items }: TextContent): Map<string, string> {
  const open: string[] = []
  const texts = new Map<string, string>()
  for (const item of items) {
    if ('str' in item) {
      const id = open.find((mark) => mark !== '')
      if (id) texts.set(id, `${texts.get(id) ?? ''}${item.str}${item.hasEOL ? ' ' : ''}`)
    } else if (item.type === 'endMarkedContent') open.pop()
    else open.push(item.id ?? '')
  }
  return texts
}
