import { formatNumber } from '@app/contracts/format/numbers.ts'
import type { CampaignDetail } from '@app/contracts/http/campaigns.ts'
import type { Dispatch } from '@app/contracts/http/dispatches.ts'
import { useState } from 'react'
import type { call } from '../../shared/api/call.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { Time } from '../../shared/ui/Time.tsx'
import { CameBackOverTime } from './CameBackOverTime.tsx'
import { deliveryLooks, deliveryOrder, feedbackCounts } from './dispatch-words.ts'
import styles from './Report.module.css'

const outcomes = [...deliveryOrder.map((name) => ({ name, word: deliveryLooks[name].word })), ...feedbackCounts]

interface ReportProps {
  campaign: CampaignDetail
  ask: typeof call
}

/** Results of each dispatch that has started: bars, a table of the counts above 0, opens and clicks, and a chart of the feedback. */
export function Report({ campaign: { _id: id, countsOpens, dispatches, steps }, ask }: ReportProps) {
  const begun = dispatches.filter(hasPeople)
  const most = Math.max(1, ...begun.map(({ audience }) => audience))
  const [isWithZeros, setWithZeros] = useState(false)
  const occurred = outcomes.filter(({ name }) => begun.some(({ counts }) => counts[name] > 0))
  const shown = isWithZeros ? outcomes : occurred
  const typeOf = (stepId: string) => steps.find(({ _id }) => _id === stepId)?.type ?? ''
  const hasFeedback = begun.some((dispatch) => countOfLater(dispatch) > 0)
  if (begun.length === 0) return <p className={styles.none}>Your report appears after the first email.</p>

  return (
    <div className={styles.report}>
      <div className={styles.bars} aria-hidden="true">
        {begun.map((dispatch) => (
          <div key={dispatch._id} className={styles.row}>
            <span className={styles.name}>
              {typeOf(dispatch.stepId)}, <Time value={dispatch.date} full />
            </span>
            <span className={styles.bar} style={{ '--share': dispatch.audience / most }}>
              <Parts of={deliveryOrder} counts={dispatch.counts} />
            </span>
            <span className={styles.bar} data-feedback="" style={{ '--share': dispatch.audience / most }}>
              <Parts of={feedbackCounts.map(({ name }) => name)} counts={dispatch.counts} />
              <span className={styles.part} style={{ '--count': dispatch.audience - countOfLater(dispatch) }} />
            </span>
          </div>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable, so that it can be scrolled by keyboard */}
      <section className={styles.scroller} aria-label="Results" tabIndex={0}>
        <table className={styles.figures}>
          <caption className="visually-hidden">Results of each email</caption>
          <thead>
            <tr>
              <th scope="col">Email</th>
              <th scope="col">People</th>
              {shown.map(({ name, word }) => (
                <th key={name} scope="col">
                  <span className={styles.key} data-of={name} />
                  {word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {begun.map((dispatch) => (
              <tr key={dispatch._id}>
                <th scope="row">
                  {typeOf(dispatch.stepId)}, <Time value={dispatch.date} full />
                </th>
                <td data-word="People">{formatNumber(dispatch.audience)}</td>
                {shown.map(({ name, word }) => (
                  <td key={name} data-of={name} data-word={word}>
                    {formatNumber(dispatch.counts[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {occurred.length < outcomes.length && (
        <Button tone="quiet" size="small" className={styles.zeros} onClick={() => setWithZeros(!isWithZeros)}>
          {isWithZeros ? 'Hide zeros' : 'Show zeros'}
        </Button>
      )}
      {(countsOpens || hasFeedback) && <CameBackOverTime campaignId={id} hasFeedback={hasFeedback} ask={ask} />}
    </div>
  )
}

type Counts = Dispatch['counts']

/** Counts of 0 are omitted, because even an empty part of the bar would be separated by a gap. */
const Parts = ({ of, counts }: { of: readonly (keyof Counts)[]; counts: Counts }) =>
  of.map((name) => counts[name] > 0 && <span key={name} className={styles.part} data-of={name} style={{ '--count': counts[name] }} />)

const hasPeople = (dispatch: Dispatch): dispatch is Dispatch & { audience: number } => Boolean(dispatch.audience)

const countOfLater = ({ counts }: Dispatch): number => feedbackCounts.reduce((sum, { name }) => sum + counts[name], 0)
