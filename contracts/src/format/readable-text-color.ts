/** Red, green and blue of a #rrggbb color, 0 to 255. */
export const channelsOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** Relative luminance of a #rrggbb color, as WCAG 2 defines it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast ratio of two #rrggbb colors, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Returns black or white: the color with more contrast on a #rrggbb background. Its contrast is always at least 4.5:1. */
export function readableTextColor(ground: string): string {
  return contrast(ground, '#ffffff') >= contrast(ground, '#000000') ? '#ffffff' : '#000000'
}

/** Contrast of text that WCAG 2 requires (level AA). */
const TEXT_CONTRAST = 4.5
const MIX_STEP = 0.05

/** Mixes a #rrggbb color with black or white until its contrast with the background is at least 4.5:1, and returns the result. */
export function readableColour(colour: string, ground: string): string {
  const end = channelsOf(readableTextColor(ground))
  for (let share = 0; share < 1; share += MIX_STEP) {
    const mixed = hexOf(channelsOf(colour).map((channel, at) => channel + ((end[at] ?? 0) - channel) * share))
    if (contrast(mixed, ground) >= TEXT_CONTRAST) return mixed
  }
  return hexOf(end)
}

export const hexOf = (channels: readonly number[]): string =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

export function isHexColour(text: string | undefined): text is string {
  return /^#[0-9a-f]{6}$/i.test(text ?? '')
}

/** Minimum contrast of text (WCAG AA). */
const READABLE = 4.5

/** Describes the readable text color on a #rrggbb background. */
export const describeContrast = (colour: string): string =>
  contrast(colour, '#ffffff') >= READABLE ? 'White text is easy to read on this color.' : 'Dark text is easy to read on this color.'
