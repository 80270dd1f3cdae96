import type { Colleague } from '@app/contracts/http/colleagues.ts'
import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from '../../shared/ui/Badge.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import styles from './ColleagueItem.module.css'

export const rightNames: Readonly<Record<Colleague['may'], string>> = {
  decide: 'Approve and refer back',
  look: 'Only look',
}

/** The state as a word, for example "Active". */
function stateOf({ state, isExpired, hasBounced, asksToReturn }: Colleague): { word: string; tone: BadgeTone } {
  if (asksToReturn) return { word: 'Asks to come back', tone: 'pending' }
  if (hasBounced) return { word: 'Email bounced', tone: 'roll-back' }
  if (isExpired) return { word: 'Invitation expired', tone: 'roll-back' }
  if (state === 'invited') return { word: 'Invited', tone: 'pending' }
  if (state === 'active') return { word: 'Active', tone: 'approved' }
  return { word: state === 'left' ? 'Left' : 'Removed', tone: 'neutral' }
}

/** The last change of the state, as a word before its date. */
const changes: Readonly<Record<Colleague['state'], string>> = { invited: 'Invited', active: 'Accepted', left: 'Left', removed: 'Removed' }

interface ColleagueItemProps {
  colleague: Colleague
  /** Controls with which the owner changes or removes the colleague. Without them, the item shows what the colleague may do. */
  children?: ReactNode
}

/** A colleague in a list: name, state, email address and what the colleague may do. */
export function ColleagueItem({ colleague, children }: ColleagueItemProps) {
  const { name, email, may, state, invitedAt, changedAt } = colleague
  const { word, tone } = stateOf(colleague)
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <span className={styles.name}>{name}</span>
        <Badge tone={tone}>{word}</Badge>
        <span className={styles.muted}>
          {changes[state] !== word && `${changes[state]} `}
          <Time value={changedAt ?? invitedAt} />
        </span>
      </div>
      <p className={styles.muted}>{email}</p>
      {children ?? (state === 'left' ? null : <p>{rightNames[may]}</p>)}
    </li>
  )
}
