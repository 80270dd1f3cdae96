import type { Network } from './network.ts'

interface Grid {
  /** A post shows at most this many files. */
  cells: number
  ratio: number
  /** If a post has three or more files, the first file is larger than the others, and has this place in the grid. */
  large: 'left' | 'top'
}

interface NetworkRules {
  /** Narrowest and widest ratio (width divided by height) of a single picture. Other pictures are cropped to the nearest ratio. */
  ratios: readonly [min: number, max: number]
  /** Several files are shown in a row to swipe through, or in a grid. */
  several: 'carousel' | Grid
  /** The feed cuts a longer caption after this many characters or lines. */
  caption: { characters: number; lines: number }
  isCaptionFirst: boolean
}

/**
 * How the feeds crop pictures and cut captions, as of 2026. The networks publish only some of these values, and change them without notice.
 * Sources:
 * - Instagram: a single picture has a ratio of 4:5 to 1.91:1 (getlate.dev media guidelines). In a carousel, all files are cropped to the
 *   ratio of the first file (developers.facebook.com/docs/instagram-platform/content-publishing).
 * - X: a single picture has a ratio of 3:4 to 2:1. A grid shows at most four files (kleoapp.io/tools/image-sizes). In a grid of two files,
 *   each cell has a ratio of 7:8 (image-compressor.uk/blog/best-image-sizes-for-twitter-x-in-2026). All grids have the same height.
 * - Facebook: narrow pictures are cropped to 2:3. Grids are squares with the first file on top
 *   (publer.io/blog/facebook-image-sizes-dimensions-2020).
 * - LinkedIn: a single picture has a ratio of 2:3 to 3:1 (knowledge.hubspot.com/social/image-size-requirements-for-social-posts). No source
 *   describes the grids of LinkedIn. This app shows these grids with the first file on the left.
 * - Captions: 125 characters on Instagram, 210 on LinkedIn, 480 on Facebook, 280 on X (posttruncate.com/en/platform-limits). `lines` is
 *   about the number of lines that these characters fill on a phone.
 */
export const networkRules: Readonly<Record<Network, NetworkRules>> = {
  platform_x: {
    ratios: [3 / 4, 2],
    several: { cells: 4, ratio: 7 / 4, large: 'left' },
    caption: { characters: 280, lines: 10 },
    isCaptionFirst: true,
  },
  platform_fb: {
    ratios: [2 / 3, Number.POSITIVE_INFINITY],
    several: { cells: 5, ratio: 1, large: 'top' },
    caption: { characters: 480, lines: 5 },
    isCaptionFirst: true,
  },
  platform_insta: {
    ratios: [4 / 5, 1.91],
    several: 'carousel',
    caption: { characters: 125, lines: 2 },
    isCaptionFirst: false,
  },
  platform_li: {
    ratios: [2 / 3, 3],
    several: { cells: 5, ratio: 1.91, large: 'left' },
    caption: { characters: 210, lines: 3 },
    isCaptionFirst: true,
  },
}

/** Returns the ratio at which a network shows a picture. Pictures of unknown size are shown as squares. */
export function shownRatio(
  { ratios: [min, max] }: NetworkRules,
  { width, height }: { width: number | null; height: number | null },
): number {
  return Math.min(Math.max(width && height ? width / height : 1, min), max)
}

/** Returns the beginning of a caption that a feed shows, cut between two words. Returns undefined if the feed shows the whole caption. */
export function cutCaption(caption: string, { characters, lines }: NetworkRules['caption']): string | undefined {
  const firstLines = caption.split('\n').slice(0, lines).join('\n')
  const shown = [...firstLines].slice(0, characters).join('')
  if (shown === caption) return undefined
  const isInsideWord = shown.length < firstLines.length && /\S/.test(firstLines.charAt(shown.length))
  const lastSpace = shown.search(/\s\S*$/)
  return (isInsideWord && lastSpace > 0 ? shown.slice(0, lastSpace) : shown).trimEnd()
}
