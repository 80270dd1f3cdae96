import { type Platform, platformNames, platforms } from '@app/contracts/rules/task-status.ts'
import type { ReactNode } from 'react'
import styles from './PlatformIcon.module.css'

/** Icon paths on a 24 × 24 grid. */
const glyphs: Record<Platform, ReactNode> = {
  platform_x: <path d="M4 4h4.6L20 20h-4.6zM19.5 4l-6.4 7.1M10.7 13.2 4.5 20" />,
  platform_fb: <path d="M18 2h-3a5 5 0 0 0-5 5v3H7v4h3v8h4v-8h3l1-4h-4V7a1 1 0 0 1 1-1h3z" />,
  platform_insta: (
    <>
      <rect x="3" y="3" width="18" height="18" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <path d="M17 7h.01" />
    </>
  ),
  platform_li: (
    <>
      <rect x="3" y="3" width="18" height="18" rx="3" />
      <path d="M8 11v6M8 7.5v.01M12 17v-6M12 14a2.5 2.5 0 0 1 5 0v3" />
    </>
  ),
  platform_youtube: (
    <>
      <rect x="2" y="5" width="20" height="14" rx="4" />
      <path d="m10 9 5 3-5 3z" />
    </>
  ),
  platform_via_mail: (
    <>
      <rect x="3" y="5" width="18" height="14" rx="2" />
      <path d="m3 8 9 6 9-6" />
    </>
  ),
}

/** Icon of a platform. Set `decorative` if the platform's name stands beside it, so that screen readers skip the icon. */
export function PlatformIcon({ platform, decorative = false }: { platform: Platform; decorative?: boolean }) {
  const name = platformNames[platform]
  return (
    <svg
      className={styles.icon}
      viewBox="0 0 24 24"
      role={decorative ? undefined : 'img'}
      aria-label={decorative ? undefined : name}
      aria-hidden={decorative || undefined}
    >
      {!decorative && <title>{name}</title>}
      {glyphs[platform]}
    </svg>
  )
}

export function PlatformIcons({ chosen }: { chosen: Record<Platform, boolean> }) {
  return (
    <ul className={styles.icons}>
      {platforms
        .filter((platform) => chosen[platform])
        .map((platform) => (
          <li key={platform}>
            <PlatformIcon platform={platform} />
          </li>
        ))}
    </ul>
  )
}
