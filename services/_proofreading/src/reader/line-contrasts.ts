import type { Box, LineContrast, Word } from '../types.ts'
import type { ColorPicture } from './grey-picture.ts'

const CONFIDENCE_MIN = 60
const SAMPLES_MAX = 5_000
/** Standard deviation of the channels of an even background, after compression. */
const EVEN_MAX = 12
const CORE_SHARE = 0.7
const ROUNDS = 6

type Color = [red: number, green: number, blue: number]

const linear = Float64Array.from({ length: 256 }, (_, value) => {
  const part = value / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
})

/** Relative luminance as WCAG defines it, from 0 to 1. */
const luminance = ([red, green, blue]: Color): number =>
  0.2126 * (linear[Math.round(red)] ?? 0) + 0.7152 * (linear[Math.round(green)] ?? 0) + 0.0722 * (linear[Math.round(blue)] ?? 0)

/** Contrast ratio of two luminances as WCAG defines it. */
const contrastOf = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)

function samplesOf({ data, width, height }: ColorPicture, boxes: readonly Box[]): Color[] {
  const area = boxes.reduce((sum, box) => sum + box.width * box.height, 0)
  const step = Math.max(1, Math.ceil(Math.sqrt(area / SAMPLES_MAX)))
  const samples: Color[] = []
  for (const box of boxes) {
    for (let y = box.top; y < Math.min(height, box.top + box.height); y += step) {
      for (let x = box.left; x < Math.min(width, box.left + box.width); x += step) {
        const at = (y * width + x) * 3
        samples.push([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0])
      }
    }
  }
  return samples
}

const distance = (a: Color, b: Color): number => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2

function mean(colors: readonly Color[]): Color {
  const sum: Color = [0, 0, 0]
  for (const color of colors) for (const channel of [0, 1, 2] as const) sum[channel] += color[channel]
  return [sum[0] / colors.length, sum[1] / colors.length, sum[2] / colors.length]
}

/** The standard deviation of most colors. The rest are edges of letters, and what compression left around them. */
function deviation(colors: readonly Color[]): number {
  const center = mean(colors)
  const distances = colors.map((color) => distance(color, center)).sort((a, b) => a - b)
  const core = distances.slice(0, Math.ceil(distances.length * CORE_SHARE))
  return Math.sqrt(core.reduce((sum, each) => sum + each, 0) / core.length / 3)
}

/** Splits colors into two groups around two centers (k-means). */
function split(samples: readonly Color[]): [Color[], Color[]] {
  const byLight = samples.toSorted((a, b) => luminance(a) - luminance(b))
  let centers: [Color, Color] = [
    byLight[Math.floor(byLight.length * 0.05)] ?? [0, 0, 0],
    byLight[Math.floor(byLight.length * 0.95)] ?? [0, 0, 0],
  ]
  let groups: [Color[], Color[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    groups = [[], []]
    for (const color of samples) groups[distance(color, centers[0]) <= distance(color, centers[1]) ? 0 : 1].push(color)
    if (groups[0].length === 0 || groups[1].length === 0) break
    centers = [mean(groups[0]), mean(groups[1])]
  }
  return groups
}

/**
 * The luminance of one group, away from the other one. The edges of letters are mixtures of text and background, so only the quarter that
 * is furthest from the other group counts.
 */
function clearLuminance(group: readonly Color[], other: Color): number {
  const furthest = group.toSorted((a, b) => distance(b, other) - distance(a, other)).slice(0, Math.ceil(group.length / 4))
  return luminance(mean(furthest))
}

/** Measures each line that was recognized with confidence. The boxes of the words are in pixels of this picture. */
export function lineContrasts(picture: ColorPicture, words: readonly Word[], confidenceMin = CONFIDENCE_MIN): LineContrast[] {
  const sure = words.filter(({ confidence }) => confidence >= confidenceMin)
  return [...Map.groupBy(sure, ({ line }) => line)].flatMap(([line, ofLine]) => {
    const [one, two] = split(
      samplesOf(
        picture,
        ofLine.map(({ box }) => box),
      ),
    )
    if (one.length === 0 || two.length === 0) return []
    const background = one.length > two.length ? one : two
    const ratio = contrastOf(clearLuminance(one, mean(two)), clearLuminance(two, mean(one)))
    return [{ line, ratio: Math.round(ratio * 100) / 100, isUneven: deviation(background) > EVEN_MAX }]
  })
}
