import type { ContentKind } from './previews.ts'
import type { Platform } from './task-status.ts'

/** What a network does with a file outside the limits. */
type Effect = 'refuses' | 'crops' | 'enlarges'

/** A limit of a network for pictures or videos, with its source. */
export interface PlatformRule {
  platform: Platform
  kind: Exclude<ContentKind, 'pdf'>
  /** `ratio` is the width divided by the height. */
  measure: 'ratio' | 'width' | 'seconds'
  min?: number
  max?: number
  effect: Effect
  source: string
  /** Whether the source is the network itself. Other sources may be wrong, so they cause no finding that is sure. */
  isOfficial: boolean
  /** The date on which somebody read the source. */
  read: string
}

const X = { source: 'https://docs.x.com/x-api/media/quickstart/best-practices', isOfficial: true, read: '2026-11-29' }
const INSTAGRAM = {
  source: 'https://developers.facebook.com/docs/instagram-api/reference/ig-user/media',
  isOfficial: true,
  read: '2026-11-29',
}
const INSTAGRAM_VIDEO = { source: 'https://www.ayrshare.com/docs/media-guidelines/instagram', isOfficial: false, read: '2026-11-29' }
/** Of advertisements. Facebook documents nothing about posts. */
const FACEBOOK = {
  source: 'https://developers.facebook.com/documentation/ads-commerce/instagram/ads-api/reference/media-requirements',
  isOfficial: true,
  read: '2026-11-29',
}
const FACEBOOK_VIDEO = { source: 'https://www.ayrshare.com/docs/media-guidelines/facebook_pages', isOfficial: false, read: '2026-11-29' }
const LINKEDIN = { source: 'https://www.ayrshare.com/docs/media-guidelines/linkedin', isOfficial: false, read: '2026-11-29' }
const LINKEDIN_PICTURE = {
  source: 'https://transmissionagency.com/hubbub/toolkit/the-linkedin-spec-hub-organic-social',
  isOfficial: false,
  read: '2026-11-29',
}
const YOUTUBE = { source: 'https://quso.ai/blog/youtube-video-length-limit', isOfficial: false, read: '2026-11-29' }

/** Limits of networks for pictures and videos. For texts, hashtags and numbers of files, see `posting-kit.ts`. */
export const platformRules: readonly PlatformRule[] = [
  // Accounts with X Premium may post longer videos.
  { platform: 'platform_x', kind: 'video', measure: 'seconds', min: 0.5, max: 1200, effect: 'refuses', ...X },
  { platform: 'platform_x', kind: 'video', measure: 'ratio', min: 1 / 3, max: 3, effect: 'refuses', ...X },

  { platform: 'platform_fb', kind: 'image', measure: 'width', min: 600, effect: 'enlarges', ...FACEBOOK },
  { platform: 'platform_fb', kind: 'video', measure: 'seconds', max: 14_400, effect: 'refuses', ...FACEBOOK_VIDEO },

  // Documented for programs: 4:5 to 1.91:1. The app, in which people post by hand, shows 3:4 too since May 2025, so only taller ones count.
  { platform: 'platform_insta', kind: 'image', measure: 'ratio', min: 0.75, max: 1.91, effect: 'crops', ...INSTAGRAM },
  { platform: 'platform_insta', kind: 'image', measure: 'width', min: 320, effect: 'enlarges', ...INSTAGRAM },
  { platform: 'platform_insta', kind: 'video', measure: 'seconds', min: 3, max: 900, effect: 'refuses', ...INSTAGRAM_VIDEO },

  { platform: 'platform_li', kind: 'image', measure: 'width', min: 552, effect: 'enlarges', ...LINKEDIN_PICTURE },
  { platform: 'platform_li', kind: 'video', measure: 'seconds', min: 3, max: 1800, effect: 'refuses', ...LINKEDIN },
  { platform: 'platform_li', kind: 'video', measure: 'ratio', min: 1 / 2.4, max: 2.4, effect: 'refuses', ...LINKEDIN },

  { platform: 'platform_youtube', kind: 'video', measure: 'seconds', max: 43_200, effect: 'refuses', ...YOUTUBE },
]

/** Networks in whose captions nobody can click a link. */
export const withoutLinks: readonly Platform[] = ['platform_insta']

/** Beginnings of the codecs that many phones and browsers cannot play: HEVC (caniuse-db 1.0.30001788, read on 2026-11-29). */
export const hardToPlayCodecs = ['hvc1', 'hev1', 'dvh1', 'dvhe'] as const
