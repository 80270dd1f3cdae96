import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { profileLink } from '../../../domain/company/profile-link.ts'
import { IconButton } from '../../../shared/ui/Button.tsx'
import { Link, type LinkProps } from '../../../shared/ui/Link.tsx'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import styles from './Checklist.module.css'
import { gapsIn, PROFILE_ITEMS } from './profile-gaps.ts'

interface ChecklistProps {
  profile: CompanyProfile
  hasTasks: boolean
  /** Link to the form for a new task. */
  newTask: Pick<LinkProps, 'to' | 'state'>
  onHide: () => void
}

const ITEMS = PROFILE_ITEMS + 1

/**
 * Lists the missing parts of the company profile, each with a link to its field. If the company has no tasks, a button for the first task
 * follows. Renders nothing if the list would be empty.
 */
export default function Checklist({ profile, hasTasks, newTask, onHide }: ChecklistProps) {
  const headingId = useId()
  const gaps = gapsIn(profile)
  const done = ITEMS - gaps.length - (hasTasks ? 0 : 1)
  if (done === ITEMS) return null

  return (
    <section className={styles.checklist} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId} className={styles.title}>
          Finish setting up
        </h2>
        <p className={styles.count}>
          {done} of {ITEMS} done
        </p>
        <IconButton label="Hide the checklist" icon={<X />} onClick={onHide} />
      </div>
      <progress className={styles.progress} value={done} max={ITEMS} aria-hidden="true" />
      <ul className={styles.items}>
        {gaps.map(({ label, field }) => (
          <li key={field}>
            <Link className={styles.item} {...profileLink(field)}>
              <Plus aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
        {!hasTasks && (
          <li>
            <LinkButton {...newTask}>Assign your first task</LinkButton>
          </li>
        )}
      </ul>
    </section>
  )
}
