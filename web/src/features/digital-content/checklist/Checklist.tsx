import { type CompanyProfile, hasOwnColors } from '@app/contracts/http/company.ts'
import { Mail, Plus, X } from 'lucide-react'
import { useId } from 'react'
import { profileLink } from '../../../domain/company/profile-link.ts'
import { useOwner } from '../../../shared/stores/session.ts'
import { IconButton } from '../../../shared/ui/Button.tsx'
import { Link, type LinkProps } from '../../../shared/ui/Link.tsx'
import { LinkButton } from '../../../shared/ui/LinkButton.tsx'
import styles from './Checklist.module.css'

interface ChecklistProps {
  profile: CompanyProfile
  hasTasks: boolean
  /** Link to the form for a new task. */
  newTask: Pick<LinkProps, 'to' | 'state'>
  onHide: () => void
}

const ITEMS = 3

/** Lists what a new owner has not done yet: confirm the email address, add logo and colors, and assign a task. Renders nothing after that. */
export default function Checklist({ profile, hasTasks, newTask, onHide }: ChecklistProps) {
  const headingId = useId()
  const isUnconfirmed = useOwner(({ user }) => user?.emailVerified === false)
  const missing = profile.logo ? (hasOwnColors(profile) ? undefined : 'color1') : 'logo'
  const done = ITEMS - [isUnconfirmed, missing, !hasTasks].filter(Boolean).length
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
        {isUnconfirmed && (
          <li className={styles.mail}>
            <Mail aria-hidden="true" />
            Confirm your email with the link we sent you
          </li>
        )}
        {missing && (
          <li>
            <Link className={styles.item} {...profileLink(missing)}>
              <Plus aria-hidden="true" />
              Add your logo and colors
            </Link>
          </li>
        )}
        {!hasTasks && (
          <li>
            <LinkButton {...newTask}>Assign your first task</LinkButton>
          </li>
        )}
      </ul>
    </section>
  )
}
