import type { PostedTask } from '@app/contracts/http/posts.ts'
import { timeZoneOf } from '@app/contracts/rules/company.ts'
import { ImageOff } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { Caller } from '../../shared/stores/session.ts'
import { Link, type LinkProps } from '../../shared/ui/Link.tsx'
import { PlatformIcons } from '../../shared/ui/PlatformIcon.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import { PostLinks } from '../task/PostLinks.tsx'
import { TaskThumbnail } from '../task/TaskThumbnail.tsx'
import { acceptanceOf, approvedBy } from './approval-words.ts'
import styles from './PostRow.module.css'

interface PostRowProps {
  post: PostedTask
  caller: Caller
  withCompany: boolean
  link: Pick<LinkProps, 'to' | 'state'>
}

/** A post with its picture, when and where it was posted, its caption, its links, and who approved it. Times are the company's. */
export function PostRow({ post, caller, withCompany, link }: PostRowProps) {
  const { title, companyName, postedAt, caption, fileCount, alternativeText, postLinks, approval } = post
  const zone = timeZoneOf(post)
  return (
    <li className={styles.item}>
      <article className={styles.post} aria-label={title}>
        <div className={styles.picture}>
          {post.doneTaskImage ? (
            <TaskThumbnail task={post} alternativeText={alternativeText} className={styles.thumbnail} />
          ) : (
            <ImageOff aria-hidden="true" />
          )}
          {fileCount > 1 && <span className={styles.count}>{fileCount} files</span>}
        </div>
        <div className={styles.words}>
          <p>
            <Link className={styles.title} {...link}>
              {title}
            </Link>
            {withCompany && <span className={styles.fact}> · {companyName}</span>}
          </p>
          <div className={styles.facts}>
            <span>
              Posted <Time value={postedAt} full clock zone={zone} />
            </span>
            <PlatformIcons chosen={post} />
          </div>
          {caption && <Caption text={caption} />}
          <PostLinks links={postLinks} inWords />
          {approval && (
            <p className={styles.fact}>
              {approvedBy(approval, caller)} on <Time value={approval.at} full zone={zone} />
              {acceptanceOf(approval, caller)}
            </p>
          )}
        </div>
      </article>
    </li>
  )
}

/** The caption of a post. A long one is cut, and can be shown whole. */
function Caption({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false)
  const [isCut, setCut] = useState(false)
  const observed = useCallback((element: HTMLParagraphElement) => {
    // A whole caption is not cut, but its button stays.
    const observer = new ResizeObserver(() => setCut((known) => known || element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div>
      <p ref={observed} className={styles.caption} data-whole={isWhole || undefined}>
        {text}
      </p>
      {isCut && (
        <button type="button" className={styles.whole} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show whole caption'}
        </button>
      )}
    </div>
  )
}
