import { formatNumber } from '@app/contracts/format/numbers.ts'
import type { CampaignDetail } from '@app/contracts/http/campaigns.ts'
import type { Dispatch } from '@app/contracts/http/dispatches.ts'
import type { ReactNode } from 'react'
import { Badge } from '../../shared/ui/Badge.tsx'
import { ShowMore, useShowMore } from '../../shared/ui/ShowMore.tsx'
import { isInProgress, lookOf } from './dispatch-words.ts'
import { formatCount, leftOutText } from './left-out.ts'
import styles from './Sendings.module.css'
import { SendTime } from './SendTime.tsx'

/** Number of dispatches that are shown at first. Campaigns of the category Special Event have at most this many dispatches. */
const AT_ONCE = 8
/** Number of scheduled dispatches of a recurring campaign that are shown at first. These dispatches differ only in their date. */
const COMING_AT_ONCE = 3

/** The badge of a scheduled dispatch while its campaign is suspended. */
const SUSPENDED = { tone: 'roll-back', word: 'Suspended' } as const

interface SendingsProps {
  campaign: CampaignDetail
  actionsOf: (dispatch: Dispatch) => ReactNode
}

/** Timeline of a campaign's dispatches in this order: in progress, scheduled, past (newest first). */
export function Sendings({ campaign, actionsOf }: SendingsProps) {
  const { dispatches, campaignCategory } = campaign
  const coming = dispatches.filter(({ state }) => state === 'scheduled')
  const over = dispatches.filter((dispatch) => !isOpen(dispatch) && dispatch.state !== 'scheduled').toReversed()
  const next = useShowMore(coming, campaignCategory === 'Recurring' ? COMING_AT_ONCE : AT_ONCE)
  const last = useShowMore(over, AT_ONCE)
  const toBegin = [...dispatches.filter(isOpen), ...next.some]
  if (dispatches.length === 0) return <p className={styles.facts}>No emails are scheduled.</p>
  return (
    <div className={styles.sendings}>
      {toBegin.length > 0 && <Timeline campaign={campaign} dispatches={toBegin} actionsOf={actionsOf} />}
      <ShowMore onMore={next.more} />
      {over.length > 0 && <Timeline campaign={campaign} dispatches={last.some} actionsOf={actionsOf} />}
      <ShowMore onMore={last.more} />
    </div>
  )
}

function Timeline({ campaign: { steps, suspension }, dispatches, actionsOf }: SendingsProps & { dispatches: readonly Dispatch[] }) {
  return (
    <ol className={styles.timeline}>
      {dispatches.map((dispatch) => (
        <li key={dispatch._id} className={styles.sending} data-state={dispatch.state}>
          <Sending
            dispatch={dispatch}
            type={steps.find(({ _id }) => _id === dispatch.stepId)?.type ?? ''}
            isSuspended={suspension !== null}
          />
          <div className={styles.actions}>{actionsOf(dispatch)}</div>
        </li>
      ))}
    </ol>
  )
}

const isOpen = ({ state }: Dispatch): boolean => !['scheduled', 'done', 'missed', 'cancelled'].includes(state)

interface SendingProps {
  dispatch: Dispatch
  type: string
  isSuspended: boolean
}

function Sending({ dispatch, type, isSuspended }: SendingProps) {
  const { sendsAt, reason, audience, skipped, asOf, finishedAt } = dispatch
  const { tone, word } = isSuspended && dispatch.state === 'scheduled' ? SUSPENDED : lookOf(dispatch)
  const others = skipped && leftOutText(skipped)
  return (
    <>
      <div className={styles.head}>
        <h3>{type}</h3>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p className={styles.facts}>
        <SendTime at={sendsAt} />
        {finishedAt && (
          <>
            {' '}
            · finished <SendTime at={finishedAt} />
          </>
        )}
      </p>
      {reason && <p className={styles.reason}>{reason}</p>}
      {audience !== null && (
        <p className={styles.facts}>
          {formatCount(audience, 'person', 'people')}
          {others && `; ${others}`}
          {asOf && (
            <>
              {' '}
              (spreadsheet as of <SendTime at={asOf} />)
            </>
          )}
        </p>
      )}
      {isInProgress(dispatch) && audience !== null && <Progress dispatch={dispatch} audience={audience} />}
    </>
  )
}

function Progress({ dispatch: { counts }, audience }: { dispatch: Dispatch; audience: number }) {
  const settled = counts.accepted + counts.failed + counts.suppressed
  return (
    <p className={styles.progress}>
      <progress className={styles.bar} value={settled} max={Math.max(audience, 1)} aria-label="Sent so far" />
      <span>
        {formatNumber(settled)} of {formatNumber(audience)}
      </span>
    </p>
  )
}
