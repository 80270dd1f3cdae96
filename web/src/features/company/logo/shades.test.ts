import { expect, it } from 'vitest'
import { coloursIn, isFaintOnWhite, shadesIn } from './shades.ts'

type Pixel = [red: number, green: number, blue: number, alpha?: number]

/** Returns the pixels of a picture. Each entry is a color and the number of its pixels. */
const picture = (...parts: [Pixel, number][]): Uint8ClampedArray =>
  new Uint8ClampedArray(parts.flatMap(([[red, green, blue, alpha = 255], count]) => Array(count).fill([red, green, blue, alpha]).flat()))

const coloursOf = (...parts: Parameters<typeof picture>) => coloursIn(shadesIn(picture(...parts)))
const isFaint = (...parts: Parameters<typeof picture>) => isFaintOnWhite(shadesIn(picture(...parts)))

const WHITE: Pixel = [255, 255, 255]
const GREEN: Pixel = [31, 107, 79]
const CORAL: Pixel = [217, 85, 59]
const YELLOW: Pixel = [255, 240, 150]

it('suggests the distinct colors of a logo, most frequent first, without its white or transparent ground', () => {
  expect(coloursOf([WHITE, 900], [[0, 0, 200, 0], 500], [CORAL, 40], [GREEN, 60])).toEqual(['#1f6b4f', '#d9553b'])
})

it('suggests at most five colors', () => {
  const colours: Pixel[] = [
    [200, 0, 0],
    [0, 200, 0],
    [0, 0, 200],
    [200, 200, 0],
    [200, 0, 200],
    [0, 200, 200],
    [0, 0, 0],
  ]
  expect(coloursOf(...colours.map((colour): [Pixel, number] => [colour, 10]))).toHaveLength(5)
})

it('leaves out similar colors, rare colors and the blurred edges between a color and white', () => {
  expect(coloursOf([GREEN, 100], [[40, 115, 85], 60])).toEqual(['#1f6b4f'])
  expect(coloursOf([GREEN, 1_000], [CORAL, 5])).toEqual(['#1f6b4f'])
  expect(coloursOf([GREEN, 100], [[143, 181, 167], 20])).toEqual(['#1f6b4f'])
})

it('a light color that is as frequent as a dark color is no edge', () => {
  expect(coloursOf([GREEN, 100], [[143, 181, 167], 90])).toEqual(['#1f6b4f', '#8fb5a7'])
})

it.each<[string, boolean, [Pixel, number][]]>([
  ['pale yellow', true, [[YELLOW, 100]]],
  [
    'pale yellow with a thin dark outline',
    true,
    [
      [YELLOW, 100],
      [GREEN, 10],
    ],
  ],
  [
    'pale yellow with dark words',
    false,
    [
      [YELLOW, 100],
      [GREEN, 40],
    ],
  ],
  [
    'dark words on an opaque white ground',
    false,
    [
      [WHITE, 5_000],
      [GREEN, 50],
    ],
  ],
  [
    'white on a transparent ground',
    true,
    [
      [WHITE, 50],
      [[0, 0, 0, 0], 500],
    ],
  ],
  ['half transparent black', false, [[[0, 0, 0, 140], 100]]],
  ['nothing', true, []],
])('%s on white: hard to see is %s', (_logo, expected, parts) => {
  expect(isFaint(...parts)).toBe(expected)
})

it('reads a picture of four megapixels within two seconds', () => {
  const pixels = new Uint8ClampedArray(16_000_000).map((_, at) => (at * 2_654_435_761) >>> 24)
  const started = performance.now()
  expect(shadesIn(pixels).length).toBeLessThanOrEqual(4_096)
  expect(performance.now() - started).toBeLessThan(2_000)
})
