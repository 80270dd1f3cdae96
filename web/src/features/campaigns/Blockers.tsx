import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { profileLink } from '../../domain/company/profile-link.ts'
import type { ApiError } from '../../shared/api/api-error.ts'
import { Link, type LinkProps } from '../../shared/ui/Link.tsx'
import styles from './Blockers.module.css'

type Errors = ApiError['errors']
type Error = Errors[number]

const PROFILE_FIELD = /^companyProfile\.(\w+)$/

export const profileErrors = (errors: Errors): Errors => errors.filter(({ field }) => PROFILE_FIELD.test(field))

interface BlockersProps {
  errors: Errors
  /** Returns the link to the form where a step's error can be fixed. Default: only errors in the company profile have a link. */
  linkOf?: (error: Error) => (Pick<LinkProps, 'to' | 'state'> & { label: string }) | undefined
}

/** Lists the errors that prevent a campaign from being sent, each with a link to the form that fixes it. The first link gets the focus. */
export function Blockers({ errors, linkOf }: BlockersProps) {
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves each time new errors arrive
  useEffect(() => list.current?.querySelector('a')?.focus(), [errors])
  if (errors.length === 0) return null

  function linked(error: Error) {
    const [, profileField] = PROFILE_FIELD.exec(error.field) ?? []
    return profileField ? { ...profileLink(profileField), label: 'Open Company Profile' } : linkOf?.(error)
  }

  return (
    <ul ref={list} className={styles.blockers} role="alert">
      {errors.map((error) => {
        const link = linked(error)
        return (
          <li key={error.field + error.message} className={styles.blocker}>
            <CircleAlert aria-hidden="true" />
            <span>
              {error.message}{' '}
              {link && (
                <Link to={link.to} state={link.state}>
                  {link.label}
                </Link>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
