import type { PostLinks as Links } from '@app/contracts/rules/posts.ts'
import { platformNames, platforms } from '@app/contracts/rules/task-status.ts'
import { ExternalLink } from '../../shared/ui/ExternalLink.tsx'
import { PlatformIcon } from '../../shared/ui/PlatformIcon.tsx'
import styles from './PostLinks.module.css'

export const hasLinks = (links: Links): boolean => platforms.some((platform) => links[platform] !== undefined)

interface PostLinksProps {
  links: Links
  /** Whether a link says what it does, for example "View on Instagram". */
  inWords?: boolean
}

/** Links to a post, one for each network on which it can be seen. Renders nothing without links. */
export function PostLinks({ links, inWords = false }: PostLinksProps) {
  const shown = platforms.flatMap((platform) => {
    const href = links[platform]
    return href ? [{ platform, href }] : []
  })
  if (shown.length === 0) return null
  return (
    <ul className={styles.links} aria-label="Links to the post">
      {shown.map(({ platform, href }) => (
        <li key={platform}>
          <ExternalLink href={href} className={styles.link}>
            <PlatformIcon platform={platform} decorative />
            {inWords && 'View on '}
            {platformNames[platform]}
          </ExternalLink>
        </li>
      ))}
    </ul>
  )
}
