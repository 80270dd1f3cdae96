import type { ContentKind } from './previews.ts'
import type { Platform } from './task-status.ts'

/** What a network does with a file outside the limits. */
type Effect = 'refuses' | 'crops' | 'enlarges'

/** A limit of a network for pictures or videos, with its source and the date on which somebody read the source. */
export interface PlatformRule {
  platform: Platform
  kind: Exclude<ContentKind, 'pdf'>
  /** `ratio` is the width divided by the height. */
  measure: 'ratio' | 'width' | 'height' | 'seconds'
  min?: number
  max?: number
  effect: Effect
  source: string
  read: string
}

const X_MEDIA = 'https://docs.x.com/x-api/media/quickstart/best-practices'
const INSTAGRAM_MEDIA = 'https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media'
const FACEBOOK_MEDIA = 'https://developers.facebook.com/documentation/ads-commerce/instagram/ads-api/reference/media-requirements'
const FACEBOOK_VIDEO = 'https://www.ayrshare.com/docs/media-guidelines/facebook_pages'
const LINKEDIN_VIDEO = 'https://www.linkedin.com/help/linkedin/answer/a548372'
const LINKEDIN_PICTURE = 'https://transmissionagency.com/hubbub/toolkit/the-linkedin-spec-hub-organic-social'
const YOUTUBE_LENGTH = 'https://support.google.com/youtube/answer/71673'

const READ = '2026-11-29'

/** Limits of networks for pictures and videos. For texts, hashtags and numbers of files, see `posting-kit.ts`. */
export const platformRules: readonly PlatformRule[] = [
  { platform: 'platform_x', kind: 'image', measure: 'width', min: 4, max: 8192, effect: 'refuses', source: X_MEDIA, read: READ },
  { platform: 'platform_x', kind: 'image', measure: 'height', min: 4, max: 8192, effect: 'refuses', source: X_MEDIA, read: READ },
  { platform: 'platform_x', kind: 'video', measure: 'seconds', min: 0.5, max: 140, effect: 'refuses', source: X_MEDIA, read: READ },
  { platform: 'platform_x', kind: 'video', measure: 'ratio', min: 1 / 3, max: 3, effect: 'refuses', source: X_MEDIA, read: READ },

  { platform: 'platform_fb', kind: 'image', measure: 'width', min: 600, effect: 'enlarges', source: FACEBOOK_MEDIA, read: READ },
  { platform: 'platform_fb', kind: 'video', measure: 'seconds', max: 14_400, effect: 'refuses', source: FACEBOOK_VIDEO, read: READ },

  // Documented for programs: 4:5 to 1.91:1. The app, in which people post by hand, shows 3:4 too since May 2025, so only taller ones count.
  {
    platform: 'platform_insta',
    kind: 'image',
    measure: 'ratio',
    min: 0.75,
    max: 1.91,
    effect: 'crops',
    source: INSTAGRAM_MEDIA,
    read: READ,
  },
  { platform: 'platform_insta', kind: 'image', measure: 'width', min: 320, effect: 'enlarges', source: INSTAGRAM_MEDIA, read: READ },
  {
    platform: 'platform_insta',
    kind: 'video',
    measure: 'seconds',
    min: 3,
    max: 900,
    effect: 'refuses',
    source: INSTAGRAM_MEDIA,
    read: READ,
  },

  { platform: 'platform_li', kind: 'image', measure: 'width', min: 552, effect: 'enlarges', source: LINKEDIN_PICTURE, read: READ },
  { platform: 'platform_li', kind: 'video', measure: 'seconds', min: 3, max: 900, effect: 'refuses', source: LINKEDIN_VIDEO, read: READ },
  {
    platform: 'platform_li',
    kind: 'video',
    measure: 'ratio',
    min: 1 / 2.4,
    max: 2.4,
    effect: 'refuses',
    source: LINKEDIN_VIDEO,
    read: READ,
  },

  { platform: 'platform_youtube', kind: 'video', measure: 'seconds', max: 43_200, effect: 'refuses', source: YOUTUBE_LENGTH, read: READ },
]

/** Networks in whose captions nobody can click a link (https://help.instagram.com/), read on 2026-11-29. */
export const withoutLinks: readonly Platform[] = ['platform_insta']

/** Beginnings of the codecs that many phones and browsers cannot play: HEVC (https://caniuse.com/hevc), read on 2026-11-29. */
export const hardToPlayCodecs = ['hvc1', 'hev1', 'dvh1', 'dvhe'] as const
