import type { ReportFigures, ReportPost } from '@app/contracts/http/monthly-reports.ts'
import { platformNames } from '@app/contracts/rules/task-status.ts'
import { counted } from '../../shared/format/counted.ts'
import { Time } from '../../shared/ui/Time.tsx'
import { PostLinks } from '../task/PostLinks.tsx'
import styles from './ReportPosts.module.css'

/** Returns the platforms that no link names. */
const unlinked = (platforms: ReportPost['platforms'], links: ReportPost['links']) =>
  platforms.filter((platform) => links.every((link) => link.platform !== platform))

/** The posts of a report with pictures and links. */
export function ReportPosts({ posts: { listed, more } }: Pick<ReportFigures, 'posts'>) {
  if (listed.length === 0) return <p className={styles.note}>We posted nothing this month.</p>
  return (
    <>
      <ul className={styles.posts} aria-label="Posts">
        {listed.map(({ taskId, title, postedOn, platforms, links, thumbnail, alternativeText }) => (
          <li key={taskId} className={styles.post}>
            {thumbnail ? (
              <img
                className={styles.picture}
                src={thumbnail.url}
                alt={alternativeText}
                width={thumbnail.width}
                height={thumbnail.height}
                loading="lazy"
                decoding="async"
              />
            ) : (
              <span className={styles.picture} />
            )}
            <div className={styles.words}>
              <p className={styles.title}>{title}</p>
              <p className={styles.facts}>
                <Time value={postedOn} full />
                {unlinked(platforms, links).map((platform) => ` · ${platformNames[platform]}`)}
              </p>
              <PostLinks links={Object.fromEntries(links.map(({ platform, url }) => [platform, url]))} />
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.note}>And {counted(more, 'more post')}.</p>}
    </>
  )
}
