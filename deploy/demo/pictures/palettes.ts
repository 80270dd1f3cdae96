export interface Palette {
  /** Lightest color, for backgrounds and for text on darker colors. */
  paper: string
  ink: string
  /** Brand color of the company. */
  main: string
  accent: string
  /** Color between `paper` and `main`. */
  soft: string
}

const paper = '#fbf6ea'

export const palettes = {
  harbor: { paper, ink: '#1d2b27', main: '#1f6b4f', accent: '#d9603f', soft: '#a9cbb4' },
  roast: { paper: '#f8efe0', ink: '#2a1b14', main: '#6d4127', accent: '#e08a3c', soft: '#dcbf9b' },
  winter: { paper: '#f4f3ec', ink: '#17262e', main: '#28536b', accent: '#e3a857', soft: '#b5cdd3' },
  garden: { paper: '#fdf5ee', ink: '#2d2430', main: '#4c6b4a', accent: '#d96a86', soft: '#f2b9a8' },
  workshop: { paper: '#f7f4ea', ink: '#1c2126', main: '#26567c', accent: '#f0b429', soft: '#a8c4d8' },
} as const satisfies Record<string, Palette>

export type PaletteName = keyof typeof palettes
