import sharp from 'sharp'
import { pickFrom, randomOf } from '../faults/fuzz/worst-cases.ts'

const [WIDTH, HEIGHT] = [1080, 1350]

/** Colors of photos: a shadow, a middle tone and a light. */
const tones = [
  ['#2a1c12', '#8a5a33', '#e8cfa8'],
  ['#10222b', '#3f6f7d', '#cfe3e4'],
  ['#17240f', '#557a3a', '#dbe6b8'],
  ['#2b1421', '#94506a', '#f3d3d0'],
  ['#1c1c22', '#6a6a76', '#d9d8d4'],
  ['#32200a', '#c07f2b', '#f8e3a5'],
] as const
type Tones = (typeof tones)[number]

type Drawing = (colors: Tones, random: () => number) => string

const spots =
  (count: number, smallest: number, largest: number, opacity: number): Drawing =>
  (colors, random) =>
    Array.from({ length: count }, () => {
      const radius = smallest + random() * (largest - smallest)
      return `<ellipse cx="${random() * WIDTH}" cy="${random() * HEIGHT}" rx="${radius}" ry="${radius * (0.5 + random())}" fill="${pickFrom(colors, random)}" opacity="${opacity * random()}"/>`
    }).join('')

/** What photos show, as shapes: out-of-focus lights, leaves, boards of wood, shelves with things, folds of cloth. */
const motifs: readonly Drawing[] = [
  spots(60, 20, 140, 0.8),
  (colors, random) =>
    Array.from({ length: 140 }, () => {
      const [x, y] = [random() * WIDTH, random() * HEIGHT]
      return `<path d="M${x} ${y} q60 -70 130 0 q-70 60 -130 0" fill="${pickFrom(colors, random)}" opacity="${0.3 + random() * 0.6}" transform="rotate(${random() * 360} ${x} ${y})"/>`
    }).join(''),
  (colors, random) =>
    Array.from({ length: 9 }, (_, board) => {
      const grain = Array.from({ length: 7 }, () => {
        const y = board * 150 + random() * 150
        return `<path d="M0 ${y} C300 ${y + random() * 24 - 12} 700 ${y + random() * 24 - 12} ${WIDTH} ${y}" stroke="${colors[0]}" stroke-width="${1 + random() * 3}" opacity="0.35" fill="none"/>`
      })
      return `<rect y="${board * 150}" width="${WIDTH}" height="146" fill="${colors[1]}" opacity="${0.5 + random() * 0.5}"/>${grain.join('')}`
    }).join(''),
  (colors, random) =>
    Array.from({ length: 60 }, (_, thing) => {
      const shelf = Math.floor(thing / 12)
      const height = 80 + random() * 140
      return `<rect x="${(thing % 12) * 90 + random() * 20}" y="${shelf * 270 + 250 - height}" width="${40 + random() * 40}" height="${height}" rx="6" fill="${pickFrom(colors, random)}"/>`
    }).join('') +
    Array.from({ length: 5 }, (_, shelf) => `<rect y="${shelf * 270 + 250}" width="${WIDTH}" height="16" fill="${colors[0]}"/>`).join(''),
  (colors, random) =>
    Array.from({ length: 16 }, () => {
      const x = random() * WIDTH
      return `<path d="M${x} 0 C${x + 160} 400 ${x - 200} 900 ${x + 60} ${HEIGHT}" stroke="${pickFrom(colors, random)}" stroke-width="${20 + random() * 60}" opacity="0.4" fill="none"/>`
    }).join(''),
]

/** Returns noise of the given number of cells, enlarged to the size of a photo. `strength` is the largest distance from a middle gray. */
async function noise(cells: number, strength: number, random: () => number): Promise<Buffer> {
  const [width, height] = [cells, Math.round((cells * HEIGHT) / WIDTH)]
  const data = Buffer.from(Array.from({ length: width * height }, () => 128 + Math.round((random() * 2 - 1) * strength)))
  return sharp(data, { raw: { width, height, channels: 1 } })
    .resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' })
    .toColourspace('srgb')
    .png({ compressionLevel: 1 })
    .toBuffer()
}

async function photo(seed: number): Promise<Buffer> {
  const random = randomOf(seed)
  const colors = pickFrom(tones, random)
  const [shadow, middle, light] = colors
  const [x, y] = [random() * 100, random() * 60]
  const drawing =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs><radialGradient id="light" cx="${x}%" cy="${y}%" r="90%">` +
    `<stop offset="0" stop-color="${light}"/><stop offset="0.5" stop-color="${middle}"/><stop offset="1" stop-color="${shadow}"/></radialGradient></defs>` +
    `<rect width="100%" height="100%" fill="url(#light)"/>${pickFrom(motifs, random)(colors, random)}${spots(20, 10, 60, 0.5)(colors, random)}</svg>`
  const sharpness = 0.4 + random() * 6
  return sharp(await sharp(Buffer.from(drawing)).flatten({ background: middle }).blur(sharpness).png({ compressionLevel: 1 }).toBuffer())
    .composite([
      { input: await noise(9, 110, random), blend: 'soft-light' },
      { input: await noise(70, 50, random), blend: 'soft-light' },
      { input: await noise(540, 30, random), blend: 'soft-light' },
    ])
    .jpeg({ quality: 80 })
    .toBuffer()
}

/** Returns pictures that look like photos to a program: light and shadow, shapes, and grain. */
export const photosOf = (count: number, seed: number): Promise<Buffer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => photo(seed * 1_000 + index)))
