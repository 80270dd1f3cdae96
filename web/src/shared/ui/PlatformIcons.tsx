import { type Platform, platforms } from '@app/contracts/rules/task-status.ts'
import { PlatformIcon } from './PlatformIcon.tsx'
import styles from './PlatformIcons.module.css'

/** The chosen platforms of a task, as icons with their names read out. */
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
