import { BadFile } from '@app/chassis/storage/inspect.ts'
import { pictureCheck } from '@app/chassis/storage/pictures/check.ts'
import { sniff } from '@app/chassis/storage/sniff.ts'
import { BLOCK_MAX_MS, longestEventLoopBlock } from '@app/chassis/testing/event-loop.ts'
import { svg } from '@app/chassis/testing/pictures.ts'
import { drawingRefused, PICTURE_DAMAGED } from '@app/contracts/rules/files.ts'
import { expect, it, test } from 'vitest'

async function verdict(drawing: string | Buffer, chunkBytes = 1 << 16): Promise<string | undefined> {
  const bytes = Buffer.from(drawing)
  expect(await sniff(bytes, 'mail-image')).toBe('image/svg+xml')
  const check = pictureCheck('image/svg+xml')
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes) await check.see(bytes.subarray(at, at + chunkBytes))
    check.end?.()
    return undefined
  } catch (error) {
    if (error instanceof BadFile) return error.message
    throw error
  }
}

const PNG = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'

const exported: Readonly<Record<string, string>> = {
  Inkscape: `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- Created with Inkscape (http://www.inkscape.org/) -->
<svg width="210mm" height="297mm" viewBox="0 0 210 297" version="1.1" id="svg5" inkscape:version="1.2.2 (b0a8486541, 2022-12-01)"
   sodipodi:docname="pie.svg" inkscape:export-filename="C:\\Users\\mara\\pie.png" xml:space="preserve"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
   ${XLINK} xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg" xmlns:cc="http://creativecommons.org/ns#"
   xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <sodipodi:namedview id="namedview7" pagecolor="#ffffff" inkscape:zoom="0.7" showgrid="false"><inkscape:grid type="xygrid"/></sodipodi:namedview>
  <defs id="defs2"><linearGradient inkscape:collect="always" id="g1"><stop style="stop-color:#a05a2c;stop-opacity:1" offset="0" id="s1"/></linearGradient>
    <radialGradient xlink:href="#g1" id="g2" cx="1" cy="2" fx="1" fy="2" r="3" gradientUnits="userSpaceOnUse" gradientTransform="matrix(1,0,0,1,2,3)"/>
    <inkscape:path-effect effect="spiro" id="pe1"/>
    <filter style="color-interpolation-filters:sRGB" id="f1" x="-0.1" width="1.2"><feGaussianBlur stdDeviation="2" id="fe1"/></filter></defs>
  <metadata><rdf:RDF><cc:Work rdf:about=""><dc:format>image/svg+xml</dc:format><dc:type rdf:resource="http://purl.org/dc/dcmitype/StillImage"/></cc:Work></rdf:RDF></metadata>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1"><path id="p1" d="M 1,2 C 3,4 5,6 7,8 Z" sodipodi:nodetypes="cc"
    style="fill:url(#g2);fill-opacity:1;stroke:none;filter:url(#f1);-inkscape-stroke:none"/>
  <text xml:space="preserve" style="font-size:10px;font-family:sans-serif;-inkscape-font-specification:'sans-serif, Normal'" x="1" y="2"><tspan sodipodi:role="line" x="1" y="2">Pies &amp; cakes &#233;</tspan></text>
  <flowRoot xml:space="preserve" id="fr"><flowRegion><rect width="1" height="1"/></flowRegion><flowPara>Text</flowPara></flowRoot></g></svg>`,
  Illustrator: `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 27.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" ${XLINK} x="0px" y="0px" viewBox="0 0 100 100"
  style="enable-background:new 0 0 100 100;" xml:space="preserve" data-name="Ebene\\1">
<style type="text/css"><![CDATA[
  .st0{fill:#FFFFFF;stroke:#000000;stroke-miterlimit:10;}
  .st1{clip-path:url(#SVGID_2_);fill:url("#SVGID_1_");font-family:'MyriadPro-Regular';}
  @media print and (min-width:10cm) { .st0:not(.st1) { fill: rgb(0 0 0 / 50%) } }
  @font-face { font-family: 'Own'; src: local('Own'), url(data:font/woff2;base64,d09GMg) format('woff2'); }
]]></style>
<switch><g><image style="overflow:visible;" width="1" height="1" xlink:href="${PNG.slice(0, 60)}
${PNG.slice(60)}" transform="matrix(0.24 0 0 0.24 10 10)"></image>
<defs><rect id="SVGID_1_" width="100" height="100"/></defs><clipPath id="SVGID_2_"><use xlink:href="#SVGID_1_" style="overflow:visible;"/></clipPath>
<polygon class="st0" points="0,0 1,1 2,2"/><a xlink:href="#SVGID_1_"><text transform="translate(1 2)" class="st1">Hello</text></a></g></switch></svg>`,
  Figma: `<svg width="24" height="24" viewBox="0 0 24 24" fill="none" xmlns="http://www.w3.org/2000/svg" ${XLINK} data-figma-bg-blur-radius="4">
<mask id="mask0_1_2" style="mask-type:alpha" maskUnits="userSpaceOnUse" x="0" y="0" width="24" height="24"><rect width="24" height="24" fill="url(#pattern0)"/></mask>
<g mask="url(#mask0_1_2)" filter="url(#filter0_d_1_2)"><path fill-rule="evenodd" clip-rule="evenodd" d="M12 2Z" fill="#1C1B1F" fill-opacity="0.5"/></g>
<defs><filter id="filter0_d_1_2" x="0" y="0" width="24" height="24" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"><feFlood flood-opacity="0" result="a"/>
<feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0" result="hardAlpha"/><feOffset dy="4"/><feComposite in2="hardAlpha" operator="out"/><feBlend mode="normal" in2="a"/></filter>
<pattern id="pattern0" patternContentUnits="objectBoundingBox" width="1" height="1"><use xlink:href="#image0" transform="scale(0.01)"/></pattern>
<image id="image0" width="1" height="1" preserveAspectRatio="none" xlink:href="${PNG}"/><symbol id="s"><circle cx="1" cy="1" r="1"/></symbol></defs><use href="#s"/></svg>`,
  'a program with a prefix': '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:circle r="4"/><s:title>A pie</s:title></s:svg>',
}

test.each(Object.entries(exported))('a drawing of %s is accepted in chunks of any size', async (_program, drawing) => {
  for (const chunkBytes of [1, 7, 1 << 16]) expect(await verdict(drawing, chunkBytes)).toBeUndefined()
})

const element = (name: string) => drawingRefused(`the element “${name}”`)
const attribute = (name: string) => drawingRefused(`the attribute “${name}”`)
const LINK = drawingRefused('a link to another file')
const STYLE_LINK = drawingRefused('a link to another file in its styles')

it.each([
  ['a script', '<script>alert(1)</script>', element('script')],
  ['a script by another prefix', '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>', element('script')],
  ['a script of HTML', '<script xmlns="http://www.w3.org/1999/xhtml">alert(1)</script>', element('script')],
  ['HTML by a prefix', '<h:iframe xmlns:h="http://www.w3.org/1999/xhtml" src="javascript:alert(1)"/>', element('iframe')],
  [
    'a script in an element of a drawing program',
    '<i:a xmlns:i="http://www.inkscape.org/namespaces/inkscape"><script/></i:a>',
    element('script'),
  ],
  ['an unknown namespace', '<x:a xmlns:x="urn:x"/>', element('a')],
  ['embedded HTML', '<foreignObject><p>Hello</p></foreignObject>', element('foreignObject')],
  ['an animation of a link', '<a href="#b"><animate attributeName="href" values="javascript:alert(1)"/></a>', element('animate')],
  ['a set element for a link', '<a><set attributeName="href" to="javascript:alert(1)"/></a>', element('set')],
  ['an event handler', '<circle r="4" onload="alert(1)"/>', attribute('onload')],
  ['an event handler in upper case', '<circle r="4" ONLOAD="alert(1)"/>', attribute('ONLOAD')],
  ['a base URL', '<g xml:base="https://a.example/"/>', attribute('base')],
  ['a javascript URL', '<a href="javascript:alert(1)"><circle r="4"/></a>', LINK],
  ['a javascript URL with a character reference', '<a href="&#106;avascript:alert(1)"/>', LINK],
  ['a javascript URL with a hexadecimal reference', '<a href="&#x6a;avascript:alert(1)"/>', LINK],
  ['a javascript URL after white space', '<a href=" &#10;javascript:alert(1)"/>', LINK],
  ['a javascript URL in XLink', `<a ${XLINK} xlink:href="javascript:alert(1)"/>`, LINK],
  ['a javascript URL in XLink with another prefix', '<a xmlns:b="http://www.w3.org/1999/xlink" b:href="javascript:alert(1)"/>', LINK],
  ['an external picture', '<image href="https://a.example/b.png"/>', LINK],
  ['an embedded drawing', '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>', LINK],
  ['HTML in a data URL', '<use href="data:text/html,a"/>', LINK],
  ['a part of another drawing', '<use href="other.svg#a"/>', LINK],
  ['an external style', '<g style="fill:url(https://a.example/b)"/>', STYLE_LINK],
  ['an external style in quotes', `<g style="fill:URL( 'https://a.example/b')"/>`, STYLE_LINK],
  ['an external style with character references', '<g style="fill:&#117;rl&#40;https://a.example/b)"/>', STYLE_LINK],
  ['an external fill', '<g fill="url(//a.example/b#c)"/>', STYLE_LINK],
  ['a style sheet with a link', '<style>a{fill:url(b.svg#c)}</style>', STYLE_LINK],
  ['a style sheet with a link across a CDATA section', '<style>a{fill:u<![CDATA[rl(b.svg#c)}]]></style>', STYLE_LINK],
  ['an import', '<style>@import "a.css";</style>', drawingRefused('@import in its styles')],
  ['an import after a comment', '<style><!-- -->@IMPORT/**/"a.css";</style>', drawingRefused('@import in its styles')],
  ['escapes', '<style>a{fill:\\75rl(b)}</style>', drawingRefused('a backslash in its styles')],
  ['an expression', '<g style="width:expression(alert(1))"/>', drawingRefused('expression() in its styles')],
  ['a set of images', '<style>a{fill:image-set("b.png" 1x)}</style>', drawingRefused('image-set() in its styles')],
  ['a behavior', '<g style="behavior: none"/>', drawingRefused('a behavior in its styles')],
  ['a processing instruction', '<?xml-stylesheet href="a.css"?>', drawingRefused('a processing instruction')],
  ['too deep nesting', '<g>'.repeat(300), drawingRefused('elements that are nested too deeply')],
  ['too many elements', '<g/>'.repeat(100_001), drawingRefused('too many elements')],
  [
    'too many attributes',
    `<g ${Array.from({ length: 200 }, (_, at) => `data-${at}=""`).join(' ')}/>`,
    drawingRefused('too many attributes'),
  ],
  [
    'too many namespaces',
    `<g ${Array.from({ length: 200 }, (_, at) => `xmlns:a${at}="b"`).join(' ')}/>`,
    drawingRefused('too many attributes'),
  ],
  ['an entity', '<text>&a;</text>', PICTURE_DAMAGED],
  ['an entity of HTML', '<text>&nbsp;</text>', PICTURE_DAMAGED],
  ['a character that XML forbids', '<text>&#0;</text>', PICTURE_DAMAGED],
  ['an attribute twice', '<g id="a" id="b"/>', PICTURE_DAMAGED],
  ['a tag that is not closed', '<g>', PICTURE_DAMAGED],
])('a drawing with %s is rejected in chunks of any size', async (_what, inside, words) => {
  for (const chunkBytes of inside.length > 2_000 ? [1 << 16] : [1, 7, 1 << 16]) expect(await verdict(svg(inside), chunkBytes)).toBe(words)
})

it.each([
  [
    'definitions of entities',
    `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(50)}">]>${svg()}`.replace(/<\?xml.*\n/, ''),
    drawingRefused('definitions of entities'),
  ],
  ['an encoding other than UTF-8', svg().toString().replace('UTF-8', 'iso-2022-jp'), drawingRefused('an encoding other than UTF-8')],
  [
    'a style sheet of another file',
    `<?xml-stylesheet href="a.css"?>${svg().toString().split('\n')[1]}`,
    drawingRefused('a processing instruction'),
  ],
  ['no namespace', '<svg/>', PICTURE_DAMAGED],
  ['a second root', `${svg()}${'<a/>'}`, PICTURE_DAMAGED],
  ['text after its end', `${svg()}text`, PICTURE_DAMAGED],
  ['bytes that are not UTF-8', Buffer.concat([svg('<text>').subarray(0, -7), Buffer.from([0xff, 0xfe])]), PICTURE_DAMAGED],
])('a drawing with %s is rejected', async (_what, drawing, words) => {
  expect(await verdict(drawing)).toBe(words)
})

it('a drawing is recognized by its root element, and is accepted only for mails', async () => {
  for (const other of [svg().toString().replace(/svg/g, 'svgx'), `<p>${svg()}</p>`, '<!---->'.repeat(700), '<!doctype html><svg>'])
    expect(await sniff(Buffer.from(other), 'mail-image'), other.slice(0, 30)).toBeUndefined()
  expect(await sniff(svg(), 'image')).toBeUndefined()
  const withMark = `\uFEFF<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">${svg().toString().split('\n')[1]}`
  expect(await verdict(withMark)).toBeUndefined()
})

const ROOT = `<svg xmlns="http://www.w3.org/2000/svg" ${XLINK}>`
const MEGABYTE = 1024 * 1024
const filled = (piece: string, length = MEGABYTE): string => piece.repeat(Math.ceil(length / piece.length))

test.each([
  ['document types', filled('<!DOCTYPE')],
  ['document types in a drawing', `${ROOT}${filled('<!DOCTYPE')}`],
  ['shapes', `${ROOT}${filled('<path d="M0 0 L1 1 Z" style="fill:url(#a);stroke:none"/>')}</svg>`],
  ['references', `${ROOT}<text>${filled('&#97;')}</text></svg>`],
  ['one long path', `${ROOT}<path d="${filled('M0 0 ', 8 * MEGABYTE)}"/></svg>`],
  ['an embedded picture', `${ROOT}<image xlink:href="data:image/png;base64,${filled('A', 8 * MEGABYTE)}"/></svg>`],
  ['a comment', `${ROOT}<!--${filled('-a', 8 * MEGABYTE)}--></svg>`],
  ['lines in an attribute', `${ROOT}<path d="${filled('\n', 8 * MEGABYTE)}"/></svg>`],
  ['references in an attribute', `${ROOT}<g id="${filled('&#97;', 8 * MEGABYTE)}"/></svg>`],
  ['brackets in character data', `${ROOT}<text><![CDATA[${filled(']a', 8 * MEGABYTE)}]]></text></svg>`],
  ['comments', `${ROOT}${filled('<!-- -->')}</svg>`],
  ['blanks', `${ROOT}<g ${filled(' ')}/></svg>`],
  ['brackets', `${ROOT}${filled('<')}`],
  ['parentheses in a style', `${ROOT}<g style="${filled('(', 120_000)}"/></svg>`],
  ['rules', `${ROOT}<style>${filled('a{fill:url(#a)}', 120_000)}</style></svg>`],
  ['at-signs in a style', `${ROOT}<style>${filled('@media ', 120_000)}</style></svg>`],
  ['namespaces', ROOT + Array.from({ length: 250 }, (_, at) => `<g xmlns:a${at}="b">`).join('') + filled('<g/>', 300_000)],
])('a drawing of %s is checked without blocking the event loop', async (_what, drawing) => {
  const bytes = Buffer.from(drawing)
  const block = await longestEventLoopBlock(async () => {
    await sniff(bytes.subarray(0, 4_100), 'mail-image')
    const check = pictureCheck('image/svg+xml')
    try {
      for (let at = 0; at < bytes.length; at += 1 << 16) await check.see(bytes.subarray(at, at + (1 << 16)))
      check.end?.()
    } catch (error) {
      if (!(error instanceof BadFile)) throw error
    }
  })
  expect(block).toBeLessThan(BLOCK_MAX_MS)
})
