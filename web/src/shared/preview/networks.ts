import type { Platform } from '@app/contracts/rules/task-status.ts'

/** The platforms whose posts `NetworkFrame` can show. */
export const networks = ['platform_x', 'platform_fb', 'platform_insta', 'platform_li'] as const satisfies readonly Platform[]
export type Network = (typeof networks)[number]

interface Grid {
  /** A post shows at most this many files. */
  cells: number
  ratio: number
  /** Place of the first of three or more files, which is larger than the others. */
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
 * - Instagram: 4:5 to 1.91:1 (getlate.dev media guidelines), all files of a carousel like the first
 *   (developers.facebook.com/docs/instagram-platform/content-publishing)
 * - X: 3:4 to 2:1, and grids of at most four (kleoapp.io/tools/image-sizes). Two files have cells of 7:8
 *   (image-compressor.uk/blog/best-image-sizes-for-twitter-x-in-2026). All grids have the same height
 * - Facebook: narrow pictures are cropped to 2:3, and grids are squares with the first file on top
 *   (publer.io/blog/facebook-image-sizes-dimensions-2020)
 * - LinkedIn: 3:1 to 2:3 (knowledge.hubspot.com/social/image-size-requirements-for-social-posts). No source describes its grids. They are
 *   shown with the first file on the left
 * - Captions: 125 characters on Instagram, 210 on LinkedIn, 480 on Facebook, 280 on X (posttruncate.com/en/platform-limits). On a phone,
 *   these characters fill about the given number of lines
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
