import type { Line, Role } from './compose.ts'

/** What a layout draws. */
export interface Drawn {
  width: number
  height: number
  /** CSS value of a photo. */
  photo: string
  colors: { dark: string; light: string; accent: string; onAccent: string }
  fonts: { display: string; text: string }
  lines: readonly Line[]
  /** The line that is hard to read, and its contrast. */
  faint?: { line: number; contrast: number }
}

/** Colors of a text and of what is behind it. */
interface Tone {
  color: string
  on: string
}

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
const linear = (value: number): number => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map(linear)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast ratio of two colors. */
export function contrastOf(one: string, other: string): number {
  const [first, second] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}

/** Returns a color between two others. */
function mixed(one: string, other: string, part: number): string {
  const second = channels(other)
  const values = channels(one).map((value, index) => Math.round(value + ((second[index] ?? 0) - value) * part))
  return `#${values.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Returns the text's color, moved towards the background until the contrast is only as high as given. */
function fainter({ color, on }: Tone, contrast: number): string {
  let part = 0
  while (part < 1 && contrastOf(mixed(color, on, part), on) > contrast) part += 0.01
  return mixed(color, on, part)
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const colorOf = ({ faint }: Drawn, index: number, tone: Tone): string =>
  faint?.line === index ? fainter(tone, faint.contrast) : tone.color

/** Returns the lines of a role as HTML. `size` is in pixels; all sizes of a box shrink together until its texts fit. */
function put(drawn: Drawn, role: Role, tone: Tone, size: number, css = ''): string {
  const font = role === 'headline' ? drawn.fonts.display : drawn.fonts.text
  return drawn.lines
    .flatMap(({ role: each, text }, index) =>
      each === role
        ? [
            `<div data-line="${index}" style="font-family:${font};font-size:calc(${size}px*var(--scale));color:${colorOf(drawn, index, tone)};${css}">${escaped(text)}</div>`,
          ]
        : [],
    )
    .join('')
}

const headlineIndex = ({ lines }: Drawn): number => lines.findIndex(({ role }) => role === 'headline')
const nameIndex = ({ lines }: Drawn): number => lines.findIndex(({ role }) => role === 'name')

/** Returns a line along a curve. */
function curved(drawn: Drawn, index: number, path: string, tone: Tone, size: number, font: string): string {
  const text = drawn.lines[index]?.text ?? ''
  return `<path id="curve${index}" d="${path}" fill="none"/><text data-line="${index}" font-family="${font}" font-size="${size}" fill="${colorOf(drawn, index, tone)}" text-anchor="middle"><textPath href="#curve${index}" startOffset="50%">${escaped(text)}</textPath></text>`
}

/** Returns a box whose texts shrink until they fit. */
const box = (css: string, content: string): string => `<div class="box" style="${css}">${content}</div>`

const rest = (drawn: Drawn, tone: Tone, size: number, gap = 14): string =>
  put(drawn, 'sub', tone, size * 1.05, `margin-top:${gap}px`) +
  put(drawn, 'detail', tone, size, `margin-top:${gap}px`) +
  put(drawn, 'contact', tone, size * 0.85, `margin-top:${gap * 1.4}px`) +
  put(drawn, 'name', tone, size * 0.9, `margin-top:${gap * 1.4}px;font-weight:700`)

const white = (on: string): Tone => ({ color: '#ffffff', on })
const onLight = ({ colors }: Drawn): Tone => ({ color: colors.dark, on: colors.light })
const onDark = ({ colors }: Drawn): Tone => ({ color: colors.light, on: colors.dark })
const onAccent = ({ colors }: Drawn): Tone => ({ color: colors.onAccent, on: colors.accent })

type Layout = (drawn: Drawn) => string

/** The layouts. Each fills a picture of any of the sizes. */
export const layouts: Readonly<Record<string, Layout>> = {
  'centered on a dimmed photo': (d) =>
    `<div class="full" style="background:linear-gradient(#0009,#0009),${d.photo}"></div>${box(
      'inset:8%;text-align:center;justify-content:center',
      put(d, 'headline', white('#333333'), 104) + rest(d, white('#333333'), 40),
    )}`,
  'photo beside a panel': (d) =>
    `<div class="full" style="background:${d.photo}"></div>${box(
      `inset:0 0 0 42%;padding:60px;background:${d.colors.dark};justify-content:center`,
      put(d, 'headline', onDark(d), 84) + rest(d, onDark(d), 36, 18),
    )}`,
  'photo above a panel': (d) =>
    `<div class="full" style="background:${d.photo}"></div>${box(
      `inset:48% 0 0 0;padding:44px 60px;background:${d.colors.light};text-align:center;justify-content:center`,
      put(d, 'headline', onLight(d), 84) + rest(d, onLight(d), 34, 10),
    )}`,
  'headline above a photo': (d) =>
    `<div class="full" style="background:${d.photo}"></div>${box(
      `inset:0 0 62% 0;padding:40px 60px;background:${d.colors.light};justify-content:center`,
      put(d, 'headline', onLight(d), 96) + put(d, 'sub', onLight(d), 38, 'margin-top:12px'),
    )}${box(
      `inset:66% 6% 6% 6%;padding:28px 40px;background:${d.colors.dark};justify-content:center`,
      put(d, 'detail', onDark(d), 38, 'margin-top:6px') +
        put(d, 'contact', onDark(d), 32, 'margin-top:10px') +
        put(d, 'name', onDark(d), 32, 'margin-top:10px'),
    )}`,
  'double frame': (d) =>
    `<div class="full" style="background:${d.colors.light}"></div><div style="position:absolute;inset:36px;border:8px double ${d.colors.dark}"></div>${box(
      'inset:90px;text-align:center;justify-content:center',
      put(d, 'headline', onLight(d), 110) + rest(d, onLight(d), 42, 20),
    )}`,
  'tilted band on a photo': (d) =>
    `<div class="full" style="background:${d.photo}"></div>${box(
      `left:-5%;right:-5%;top:14%;height:26%;padding:20px 12%;transform:rotate(-6deg);background:${d.colors.accent};text-align:center;justify-content:center`,
      put(d, 'headline', onAccent(d), 96),
    )}${box(
      `inset:56% 0 0 0;padding:36px 60px;background:${d.colors.dark};text-align:center;justify-content:center`,
      rest(d, onDark(d), 38, 10),
    )}`,
  'name around a seal': (d) =>
    `<div class="full" style="background:${d.colors.dark}"></div><svg viewBox="0 0 1080 1080" style="position:absolute;inset:0;width:100%;height:100%"><circle cx="540" cy="540" r="470" fill="none" stroke="${d.colors.accent}" stroke-width="6"/>${curved(d, nameIndex(d), 'M 150 540 A 390 390 0 0 1 930 540', onDark(d), 54, d.fonts.text)}</svg>${box(
      'inset:30% 16% 22% 16%;text-align:center;justify-content:center',
      put(d, 'headline', onDark(d), 84) +
        put(d, 'sub', onDark(d), 34, 'margin-top:10px') +
        put(d, 'detail', onDark(d), 36, 'margin-top:12px') +
        put(d, 'contact', onDark(d), 30, 'margin-top:14px'),
    )}`,
  'poster with large capitals': (d) =>
    `<div class="full" style="background:${d.colors.accent}"></div>${box(
      'inset:5% 6% 50% 6%;justify-content:center',
      put(d, 'headline', onAccent(d), 190, 'text-transform:uppercase;line-height:1;font-weight:700'),
    )}${box('inset:54% 6% 5% 6%;justify-content:flex-start', rest(d, onAccent(d), 40, 12))}`,
  'list with rules': (d) =>
    `<div class="full" style="background:${d.colors.light}"></div>${box(
      'inset:7% 9%;justify-content:space-between',
      put(d, 'headline', onLight(d), 100, 'text-align:center') +
        put(d, 'sub', onLight(d), 36, 'text-align:center;font-style:italic') +
        put(d, 'detail', onLight(d), 42, `border-bottom:3px dotted ${d.colors.accent};padding:14px 0`) +
        put(d, 'contact', onLight(d), 34, 'text-align:center') +
        put(d, 'name', onLight(d), 36, 'text-align:center'),
    )}`,
  'white card on a photo': (d) =>
    `<div class="full" style="background:${d.photo}"></div>${box(
      'inset:34% 8% 6% 8%;padding:44px;background:#ffffff;border-radius:28px;text-align:center;justify-content:center',
      put(d, 'headline', { color: d.colors.dark, on: '#ffffff' }, 84) + rest(d, { color: d.colors.dark, on: '#ffffff' }, 36, 12),
    )}`,
  'foot of a photo': (d) =>
    `<div class="full" style="background:linear-gradient(#0000 15%,#000000d9 60%),${d.photo}"></div>${box(
      'inset:42% 7% 5% 7%;justify-content:flex-end',
      put(d, 'headline', white('#1c1c1c'), 96) + rest(d, white('#1c1c1c'), 36, 8),
    )}`,
  'tilted print': (d) =>
    `<div class="full" style="background:${d.colors.light}"></div>${box(
      'inset:5% 14% 54% 14%;transform:rotate(-4deg);background:#fff;box-shadow:0 8px 30px #0005;padding:24px;text-align:center',
      `<div style="flex:1;margin-bottom:16px;background:${d.photo}"></div>${put(d, 'name', { color: '#333333', on: '#ffffff' }, 44)}`,
    )}${box(
      'inset:50% 7% 5% 7%;text-align:center;justify-content:center',
      put(d, 'headline', onLight(d), 92) +
        put(d, 'sub', onLight(d), 38, 'margin-top:12px') +
        put(d, 'detail', onLight(d), 38, 'margin-top:12px') +
        put(d, 'contact', onLight(d), 32, 'margin-top:14px'),
    )}`,
  ticket: (d) =>
    `<div class="full" style="background:${d.colors.accent}"></div><div style="position:absolute;inset:12% 5%;background:${d.colors.light};border-radius:36px"></div><div style="position:absolute;inset:12% 79% 12% auto;left:20%;border-left:6px dashed ${d.colors.accent}"></div>${box(
      'left:6%;width:13%;top:14%;bottom:14%;writing-mode:vertical-rl;transform:rotate(180deg);text-align:center;justify-content:center;align-items:center',
      put(d, 'name', onLight(d), 46),
    )}${box(
      'inset:15% 8% 15% 24%;justify-content:center',
      put(d, 'headline', onLight(d), 92) +
        put(d, 'sub', onLight(d), 36, 'margin-top:14px') +
        put(d, 'detail', onLight(d), 40, 'margin-top:16px') +
        put(d, 'contact', onLight(d), 32, 'margin-top:18px'),
    )}`,
  'arched headline': (d) =>
    `<div class="full" style="background:${d.colors.light}"></div><svg viewBox="0 0 1080 500" style="position:absolute;left:0;top:2%;width:100%;height:36%">${curved(d, headlineIndex(d), 'M 90 440 Q 540 120 990 440', onLight(d), Math.min(96, 1500 / (d.lines[headlineIndex(d)]?.text.length ?? 1)), d.fonts.display)}</svg>${box(
      'inset:38% 8% 6% 8%;text-align:center;justify-content:center',
      rest(d, onLight(d), 46, 22),
    )}`,
  'plate on stripes': (d) =>
    `<div class="full" style="background:repeating-linear-gradient(45deg,${d.colors.accent} 0 40px,${d.colors.light} 40px 80px)"></div>${box(
      `inset:12% 10%;padding:50px;background:${d.colors.light};text-align:center;justify-content:center;border:6px solid ${d.colors.dark}`,
      put(d, 'headline', onLight(d), 92) + rest(d, onLight(d), 38, 16),
    )}`,
  'thin letters with air': (d) =>
    `<div class="full" style="background:${d.colors.light}"></div>${box(
      'inset:12% 11%;text-align:center;justify-content:space-evenly',
      put(d, 'headline', onLight(d), 84, 'letter-spacing:0.12em;font-weight:300') +
        put(d, 'sub', onLight(d), 34, 'letter-spacing:0.06em;font-weight:300') +
        put(d, 'detail', onLight(d), 36, 'letter-spacing:0.06em;font-weight:300') +
        put(d, 'contact', onLight(d), 30, 'letter-spacing:0.06em;font-weight:300') +
        put(d, 'name', onLight(d), 32, 'letter-spacing:0.2em;font-weight:300;text-transform:uppercase'),
    )}`,
  'four tiles': (d) =>
    `<div class="full" style="background:${d.photo}"></div>${box(
      `inset:0 50% 50% 0;padding:44px;background:${d.colors.dark};justify-content:center`,
      put(d, 'headline', onDark(d), 72),
    )}${box(`inset:50% 50% 0 0;padding:44px;background:${d.colors.accent};justify-content:center`, put(d, 'sub', onAccent(d), 36) + put(d, 'name', onAccent(d), 38, 'margin-top:16px;font-weight:700') + put(d, 'contact', onAccent(d), 32, 'margin-top:16px'))}${box(
      `inset:50% 0 0 50%;padding:44px;background:${d.colors.light};justify-content:center`,
      put(d, 'detail', onLight(d), 40, 'margin-top:14px'),
    )}`,
  'speech bubble': (d) =>
    `<div class="full" style="background:${d.colors.accent}"></div><div style="position:absolute;inset:8% 7% 34% 7%;background:#ffffff;border-radius:80px"></div><div style="position:absolute;left:20%;bottom:28%;border:40px solid transparent;border-top:60px solid #ffffff"></div>${box(
      'inset:11% 12% 37% 12%;text-align:center;justify-content:center',
      put(d, 'headline', { color: '#222222', on: '#ffffff' }, 88) +
        put(d, 'sub', { color: '#222222', on: '#ffffff' }, 38, 'margin-top:16px') +
        put(d, 'detail', { color: '#222222', on: '#ffffff' }, 38, 'margin-top:14px'),
    )}${box('inset:72% 8% 5% 8%;text-align:right;justify-content:flex-end', put(d, 'contact', onAccent(d), 34) + put(d, 'name', onAccent(d), 42, 'margin-top:10px;font-weight:700'))}`,
  'photo under a veil, tilted texts': (d) =>
    `<div class="full" style="background:linear-gradient(${d.colors.light}ee,${d.colors.light}ee),${d.photo}"></div>${box(
      'inset:9% 8% 52% 8%;transform:rotate(-4deg);text-align:center;justify-content:center',
      put(d, 'headline', onLight(d), 116),
    )}${box('inset:52% 9% 7% 9%;transform:rotate(-4deg);text-align:center;justify-content:center', rest(d, onLight(d), 40, 14))}`,
  'dark with a bright column': (d) =>
    `<div class="full" style="background:${d.colors.dark}"></div><div style="position:absolute;inset:0 92% 0 0;background:${d.colors.accent}"></div><div style="position:absolute;inset:6% 6% 62% 60%;border-radius:50%;background:${d.photo}"></div>${box(
      'inset:8% 42% 56% 13%;justify-content:center',
      put(d, 'headline', onDark(d), 88),
    )}${box('inset:48% 8% 7% 13%;justify-content:space-between', rest(d, onDark(d), 42, 6))}`,
}
