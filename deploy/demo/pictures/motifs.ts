import type { Palette } from './palettes.ts'

/** Returns SVG for a drawing in a box of 400 x 400 around the origin. */
type Motif = (palette: Palette) => string

const ring = (count: number, draw: (angle: number, index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw((360 / count) * index, index)).join('')

const cup: Motif = ({ ink, paper, accent, main }) => `
  <ellipse cx="0" cy="168" rx="190" ry="24" fill="${ink}" opacity="0.16"/>
  <ellipse cx="0" cy="150" rx="176" ry="26" fill="${accent}"/>
  <path d="M92 -6 h34 a58 58 0 0 1 0 116 h-48" fill="none" stroke="${paper}" stroke-width="26"/>
  <path d="M-120 -40 H112 V44 A104 104 0 0 1 8 148 H-16 A104 104 0 0 1 -120 44 Z" fill="${paper}"/>
  <path d="M-120 -40 H112 V-4 Q-4 34 -120 -4 Z" fill="${main}" opacity="0.9"/>
  <ellipse cx="-4" cy="-40" rx="116" ry="22" fill="${ink}"/>
  ${[-58, 0, 58].map((x, index) => `<path d="M${x} -84 c-34 -34 34 -54 0 -${96 - (index % 2) * 14}" fill="none" stroke="${paper}" stroke-width="12" stroke-linecap="round" opacity="0.85"/>`).join('')}`

const pine = (x: number, base: number, height: number, fill: string): string => {
  const tiers = [0, 1, 2].map((tier) => {
    const top = base - height + tier * height * 0.24
    const half = height * (0.17 + tier * 0.08)
    return `<path d="M${x} ${top} L${x + half} ${top + height * 0.42} H${x - half} Z" fill="${fill}"/>`
  })
  return `<rect x="${x - height * 0.035}" y="${base - height * 0.12}" width="${height * 0.07}" height="${height * 0.12}" fill="${fill}"/>${tiers.join('')}`
}

const pines: Motif = ({ main, accent, soft, ink }) => `
  <circle cx="40" cy="-40" r="120" fill="${accent}"/>
  ${pine(-110, 150, 260, main)}${pine(96, 150, 300, main)}${pine(0, 150, 200, ink)}${pine(170, 150, 170, ink)}${pine(-178, 150, 150, ink)}
  ${[164, 188].map((y) => `<path d="M-180 ${y} q45 -20 90 0 t90 0 t90 0 t90 0" fill="none" stroke="${soft}" stroke-width="9" stroke-linecap="round"/>`).join('')}`

const flower: Motif = ({ accent, paper, soft, main }) => `
  <path d="M0 40 Q-14 130 10 200" fill="none" stroke="${main}" stroke-width="16" stroke-linecap="round"/>
  <path d="M4 150 q70 -70 120 -20 q-50 60 -120 20z" fill="${main}"/>
  <path d="M0 130 q-80 -50 -120 4 q60 50 120 -4z" fill="${main}"/>
  <g transform="translate(0 -50)">
  ${ring(10, (angle, index) => `<ellipse cx="0" cy="-88" rx="38" ry="76" fill="${index % 2 ? accent : soft}" transform="rotate(${angle})"/>`)}
  <circle r="48" fill="${paper}"/><circle r="24" fill="${main}"/></g>`

const wheel: Motif = ({ ink, accent, paper, main }) => `
  <circle r="176" fill="none" stroke="${ink}" stroke-width="30"/>
  <circle r="150" fill="none" stroke="${accent}" stroke-width="12"/>
  ${ring(16, (angle) => `<path d="M0 -22 V-148" stroke="${paper}" stroke-width="5" transform="rotate(${angle})"/>`)}
  <circle r="46" fill="${main}"/>${ring(12, (angle) => `<rect x="-7" y="-60" width="14" height="20" fill="${main}" transform="rotate(${angle})"/>`)}
  <circle r="16" fill="${paper}"/>`

const bean = (fill: string, line: string): string =>
  `<ellipse rx="62" ry="90" fill="${fill}"/><path d="M0 -88 C-46 -36 46 36 0 88" fill="none" stroke="${line}" stroke-width="12" stroke-linecap="round"/>`

const beans: Motif = ({ ink, accent, paper, main }) => `
  <g transform="translate(-86 -46) rotate(-28)">${bean(main, paper)}</g>
  <g transform="translate(92 -72) rotate(24)">${bean(accent, paper)}</g>
  <g transform="translate(20 100) rotate(64)">${bean(ink, paper)}</g>`

const motifs = { cup, pines, flower, wheel, beans } as const
export type MotifName = keyof typeof motifs

export const drawn = (motif: MotifName, palette: Palette, x: number, y: number, scale: number): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${motifs[motif](palette)}</g>`
