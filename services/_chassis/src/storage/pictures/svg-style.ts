/**
 * Allowed CSS functions. Except `url`, none of them loads a file. The target of `url` is checked separately. Other functions of CSS, such
 * as `image-set` and `src`, are not allowed, because they accept URLs as strings.
 */
const functions: ReadonlySet<string> = new Set(
  `url rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix icc-color device-cmyk calc min max clamp abs sign var env
   matrix matrix3d translate translate3d translatex translatey translatez scale scale3d scalex scaley scalez rotate rotate3d rotatex
   rotatey rotatez skew skewx skewy perspective inset circle ellipse polygon path rect xywh blur brightness contrast drop-shadow
   grayscale hue-rotate invert opacity saturate sepia linear-gradient radial-gradient conic-gradient cubic-bezier steps local format
   tech not is where has nth-child nth-last-child nth-of-type nth-last-of-type lang dir`.split(/\s+/),
)
/** Words that may precede a parenthesis in media queries and selectors. The empty string stands for a parenthesis after a space. */
const keywords: ReadonlySet<string> = new Set(['', 'and', 'or', 'only'])
const atRules: ReadonlySet<string> = new Set(['media', 'font-face', 'supports', 'page', 'font-feature-values'])

const WORD = /[\w-]/
/** Only this many characters of a function name or rule name are examined. */
const NAME_CHARS = 40
/** Only this many characters at the beginning of a URL are examined. */
const URL_CHARS = 60

function wordBefore(text: string, end: number): string {
  let start = end
  while (start > 0 && end - start < NAME_CHARS && WORD.test(text.charAt(start - 1))) start -= 1
  return text.slice(start, end).toLowerCase()
}

/** Whether a URL refers to a part of the same drawing or is an embedded picture. */
export const isInside = (url: string): boolean => {
  const start = url.slice(0, URL_CHARS)
  return url === '' || start.startsWith('#') || /^data:image\/(?:png|jpe?g|gif|webp)[;,]/i.test(start)
}

const isFont = (url: string): boolean => /^data:(?:font\/|application\/(?:x-)?font)/i.test(url.slice(0, URL_CHARS))

/**
 * Returns a description of CSS that could load another file or run code. Returns undefined if `css` contains no such CSS. Backslashes are
 * rejected, because a CSS escape such as `\75rl` could hide a forbidden name.
 */
export function styleFault(css: string): string | undefined {
  if (css.includes('\\')) return 'a backslash in its styles'
  for (let at = css.indexOf('('); at >= 0; at = css.indexOf('(', at + 1)) {
    const name = wordBefore(css, at)
    if (!functions.has(name) && !keywords.has(name)) return `${name}() in its styles`
    if (name !== 'url') continue
    const target = css.slice(at + 1, at + 1 + URL_CHARS).replace(/^\s*["']?\s*/, '')
    if (!isInside(target) && !isFont(target)) return 'a link to another file in its styles'
  }
  for (let at = css.indexOf('@'); at >= 0; at = css.indexOf('@', at + 1)) {
    const name = /^[\w-]*/.exec(css.slice(at + 1, at + 1 + NAME_CHARS))?.[0].toLowerCase() ?? ''
    if (!atRules.has(name)) return `@${name} in its styles`
  }
  return /(?:^|[;{\s])(?:behavior|-moz-binding)\s*:/i.test(css) ? 'a behavior in its styles' : undefined
}
