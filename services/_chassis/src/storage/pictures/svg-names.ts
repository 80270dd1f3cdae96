const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean))

export const SVG = 'http://www.w3.org/2000/svg'
export const XLINK = 'http://www.w3.org/1999/xlink'
export const XML = 'http://www.w3.org/XML/1998/namespace'
export const XMLNS = 'http://www.w3.org/2000/xmlns/'

/**
 * Allowed elements: static elements of SVG, and of older drafts of SVG. Scripts and foreign content are not allowed. Animations are not
 * allowed either, because an animation can change a link after the check.
 */
export const elements = words(`
  svg g defs symbol use switch a title desc metadata view style
  path rect circle ellipse line polyline polygon image text tspan textPath tref altGlyph altGlyphDef altGlyphItem glyphRef
  linearGradient radialGradient stop pattern hatch hatchpath mesh meshgradient meshrow meshpatch solidcolor
  clipPath mask marker filter
  feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight
  feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset
  fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  font font-face font-face-src font-face-name font-face-format glyph missing-glyph hkern vkern
  flowRoot flowRegion flowRegionExclude flowPara flowDiv flowSpan flowLine
`)

/** Allowed attributes without a namespace. Viewers interpret no CSS or URL in their values. */
export const plainAttributes = words(`
  id class lang role tabindex name version baseProfile contentStyleType type media title k
  requiredFeatures requiredExtensions systemLanguage
  d points viewBox values tableValues kernelMatrix x y dx dy rotate
  glyph-name unicode arabic-form g1 g2 u1 u2 string
`)

/** Allowed attributes without a namespace whose values are CSS or can be set by CSS. */
export const styledAttributes = words(`
  style
  z x1 y1 x2 y2 cx cy r rx ry fx fy fr width height preserveAspectRatio transform pathLength
  textLength lengthAdjust startOffset method spacing side path offset crossorigin decoding pitch
  gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform hatchUnits hatchContentUnits
  clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient filterUnits primitiveUnits filterRes
  zoomAndPan externalResourcesRequired focusable viewTarget enable-background
  in in2 result mode operator k1 k2 k3 k4 slope intercept amplitude exponent order divisor bias
  targetX targetY edgeMode preserveAlpha surfaceScale diffuseConstant specularConstant specularExponent kernelUnitLength
  azimuth elevation pointsAtX pointsAtY pointsAtZ limitingConeAngle scale xChannelSelector yChannelSelector stdDeviation radius
  baseFrequency numOctaves seed stitchTiles
  alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters color-profile
  color-rendering cursor direction display dominant-baseline fill fill-opacity fill-rule filter flood-color flood-opacity
  font-family font-size font-size-adjust font-stretch font-style font-variant font-weight font glyph-orientation-horizontal
  glyph-orientation-vertical image-rendering isolation kerning letter-spacing lighting-color line-height marker marker-end
  marker-mid marker-start mask mask-type mix-blend-mode opacity overflow overflow-x overflow-y paint-order pointer-events
  shape-rendering shape-inside shape-subtract shape-padding shape-margin inline-size white-space white-space-collapse
  solid-color solid-opacity stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity stroke-width text-align text-anchor text-decoration text-decoration-line
  text-decoration-style text-decoration-color text-indent text-orientation text-overflow text-rendering text-transform
  transform-box transform-origin unicode-bidi vector-effect visibility word-spacing writing-mode color-scheme
  accent-height alphabetic ascent bbox cap-height descent hanging horiz-adv-x horiz-origin-x horiz-origin-y ideographic
  mathematical orientation overline-position overline-thickness panose-1 slope stemh stemv strikethrough-position
  strikethrough-thickness underline-position underline-thickness unicode-range units-per-em v-alphabetic v-hanging v-ideographic
  v-mathematical vert-adv-y vert-origin-x vert-origin-y widths x-height format
`)

/** Allowed attributes of XLink besides `href`. These attributes have no effect in a picture. */
export const xlinkAttributes = words('type role arcrole title show actuate')
/** Allowed attributes of XML. `xml:base` is not allowed, because it changes the target of fragment links. */
export const xmlAttributes = words('space lang id')

/** Namespaces of drawing programs' metadata and of licenses. Viewers ignore the elements of these namespaces. */
const inert = words(`
  http://www.inkscape.org/namespaces/inkscape
  http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd
  http://inkscape.sourceforge.net/DTD/sodipodi-0.dtd
  http://www.w3.org/1999/02/22-rdf-syntax-ns#
  http://purl.org/dc/elements/1.1/
  http://purl.org/dc/terms/
  http://web.resource.org/cc/
  http://creativecommons.org/ns#
  http://www.bohemiancoding.com/sketch/ns
  http://www.figma.com/figma/ns
  http://www.serif.com/
  http://www.vectornator.io
  https://boxy-svg.com
  https://vecta.io/nano
  http://www.corel.com/coreldraw/odm/2003
  http://xml.openoffice.org/svg/export
  http://schemas.microsoft.com/visio/2003/SVGExtensions/
  http://www.openswatchbook.org/uri/2009/osb
  http://krita.org/namespaces/svg/krita
  http://svgjs.com/svgjs
  http://svgjs.dev/svgjs
  http://www.w3.org/2000/01/rdf-schema#
`)
const ADOBE = 'http://ns.adobe.com/'

export const isInert = (namespace: string): boolean => inert.has(namespace) || namespace.startsWith(ADOBE)
