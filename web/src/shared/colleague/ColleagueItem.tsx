import type { Colleague } from '@app/contracts/http/colleagues.ts'
import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from '../ui/Badge.tsx'
import { Time } from '../ui/Time.tsx'
import styles from './ColleagueItem.module.css'

export const rightNames: Readonly<Record<Colleague['may'], string>> = {
  decide: 'Approve and refer back',
  look: 'Only look',
}

/** The state as a word, and the date to which the word belongs. */
function stateOf({ state, isExpired, hasBounced, invitedAt, changedAt }: Colleague): { word: string; tone: BadgeTone; since: string } {
  if (hasBounced) return { word: 'Email bounced', tone: 'roll-back', since: changedAt ?? invitedAt }
  if (isExpired) return { word: 'Invitation expired', tone: 'roll-back', since: invitedAt }
  if (state === 'invited') return { word: 'Invited', tone: 'pending', since: invitedAt }
  if (state === 'active') return { word: 'Active', tone: 'approved', since: changedAt ?? invitedAt }
  return { word: state === 'left' ? 'Left' : 'Removed', tone: 'neutral', since: changedAt ?? invitedAt }
}

interface ColleagueItemProps {
  colleague: Colleague
  /** Controls with which the owner changes or removes the colleague. Without them, the item shows what the colleague may do. */
  children?: ReactNode
}

/** A colleague in a list: name, state, email address and what the colleague may do. */
export function ColleagueItem({ colleague, children }: ColleagueItemProps) {
  const { name, email, may, state } = colleague
  const { word, tone, since } = stateOf(colleague)
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <span className={styles.name}>{name}</span>
        <Badge tone={tone}>{word}</Badge>
        <span className={styles.muted}>
          since <Time value={since} />
        </span>
      </div>
      <p className={styles.muted}>{email}</p>
      {children ?? (state === 'left' ? null : <p>{rightNames[may]}</p>)}
    </li>
  )
}
