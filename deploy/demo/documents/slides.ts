import { escaped, type Part, packageOf } from './package.ts'
import type { Sheet } from './pdf.ts'

const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/main'
const SLIDES = 'http://schemas.openxmlformats.org/presentationml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const namespaces = `xmlns:a="${DRAWING}" xmlns:p="${SLIDES}" xmlns:r="${RELATIONS}"`

/** Slide size in English Metric Units: 10 × 5.625 inches. */
const SIZE = { width: 9_144_000, height: 5_143_500 }
const FIRST_SLIDE_ID = 256
const FIRST_MASTER_ID = 2_147_483_648

const GROUP =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm></p:grpSpPr>'

interface Box {
  id: number
  top: number
  height: number
  /** Font size in hundredths of a point. */
  size: number
  lines: readonly string[]
}

function box({ id, top, height, size, lines }: Box): string {
  const place = `<a:xfrm><a:off x="600000" y="${top}"/><a:ext cx="${SIZE.width - 1_200_000}" cy="${height}"/></a:xfrm>`
  const paragraphs = lines.map((line) => `<a:p><a:r><a:rPr lang="en-US" sz="${size}"/><a:t>${escaped(line)}</a:t></a:r></a:p>`).join('')
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Text ${id}"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr>${place}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr wrap="square"/><a:lstStyle/>${paragraphs}</p:txBody></p:sp>`
}

const drawn = (shapes: string): string => `<p:cSld><p:spTree>${GROUP}${shapes}</p:spTree></p:cSld>`

const slide = ({ heading, lines }: Sheet): Part => ({
  type: 'presentationml.slide',
  xml: `<p:sld ${namespaces}>${drawn(
    box({ id: 2, top: 500_000, height: 900_000, size: 3_600, lines: [heading] }) +
      box({ id: 3, top: 1_600_000, height: 3_000_000, size: 2_000, lines }),
  )}</p:sld>`,
  refersTo: [['slideLayout', '../slideLayouts/slideLayout1.xml']],
})

const colours = {
  dk1: '1F2A24',
  lt1: 'FFFFFF',
  dk2: '2F4A3E',
  lt2: 'F4EFE6',
  accent1: '2F6B4F',
  accent2: 'C98B3B',
  accent3: '7A9E87',
  accent4: 'B5533C',
  accent5: '4C6A85',
  accent6: '8A7B66',
  hlink: '2F6B4F',
  folHlink: '7A9E87',
}

function theme(): Part {
  const scheme = Object.entries(colours).map(([name, value]) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`)
  const font = '<a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/>'
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
  const three = (xml: string) => xml.repeat(3)
  const styles = `<a:fillStyleLst>${three(fill)}</a:fillStyleLst><a:lnStyleLst>${three(`<a:ln w="9525">${fill}</a:ln>`)}</a:lnStyleLst><a:effectStyleLst>${three('<a:effectStyle><a:effectLst/></a:effectStyle>')}</a:effectStyleLst><a:bgFillStyleLst>${three(fill)}</a:bgFillStyleLst>`
  return {
    type: 'theme',
    xml: `<a:theme xmlns:a="${DRAWING}" name="Plain"><a:themeElements><a:clrScheme name="Plain">${scheme.join('')}</a:clrScheme><a:fontScheme name="Plain"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="Plain">${styles}</a:fmtScheme></a:themeElements></a:theme>`,
  }
}

const map =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'

/** Creates a PowerPoint file with one slide per sheet and a plain slide master. */
export function pptxOf(slides: readonly Sheet[]): Buffer<ArrayBuffer> {
  const paths = slides.map((_, index) => `slides/slide${index + 1}.xml`)
  const ids = paths.map((_, index) => `<p:sldId id="${FIRST_SLIDE_ID + index}" r:id="rId${index + 2}"/>`).join('')
  return packageOf({
    'ppt/presentation.xml': {
      type: 'presentationml.presentation.main',
      xml: `<p:presentation ${namespaces}><p:sldMasterIdLst><p:sldMasterId id="${FIRST_MASTER_ID}" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst>${ids}</p:sldIdLst><p:sldSz cx="${SIZE.width}" cy="${SIZE.height}"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
      refersTo: [['slideMaster', 'slideMasters/slideMaster1.xml'], ...paths.map((path) => ['slide', path] as const)],
    },
    'ppt/slideMasters/slideMaster1.xml': {
      type: 'presentationml.slideMaster',
      xml: `<p:sldMaster ${namespaces}>${drawn('')}${map}<p:sldLayoutIdLst><p:sldLayoutId id="${FIRST_MASTER_ID + 1}" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
      refersTo: [
        ['slideLayout', '../slideLayouts/slideLayout1.xml'],
        ['theme', '../theme/theme1.xml'],
      ],
    },
    'ppt/slideLayouts/slideLayout1.xml': {
      type: 'presentationml.slideLayout',
      xml: `<p:sldLayout ${namespaces}>${drawn('')}</p:sldLayout>`,
      refersTo: [['slideMaster', '../slideMasters/slideMaster1.xml']],
    },
    'ppt/theme/theme1.xml': theme(),
    ...Object.fromEntries(slides.map((each, index) => [`ppt/${paths[index]}`, slide(each)])),
  })
}
