import { formatNumber } from '@app/contracts/format/numbers.ts'
import type { Erasure } from '@app/contracts/http/erasure.ts'
import type { ErasureState } from '@app/contracts/rules/erasure.ts'
import { useState } from 'react'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { Badge, type BadgeTone } from '../../../shared/ui/Badge.tsx'
import { Button } from '../../../shared/ui/Button.tsx'
import { ShowMore } from '../../../shared/ui/ShowMore.tsx'
import { RetryNotice, Skeleton } from '../../../shared/ui/states.tsx'
import { Time } from '../../../shared/ui/Time.tsx'
import rows from '../operations/rows.module.css'
import { CancelErasureDialog } from './CancelErasureDialog.tsx'
import { useErasures } from './erasures.ts'

const looks: Record<ErasureState, { tone: BadgeTone; word: string }> = {
  asked: { tone: 'neutral', word: 'Not confirmed' },
  waiting: { tone: 'pending', word: 'Waiting' },
  erasing: { tone: 'roll-back', word: 'Erasing' },
  erased: { tone: 'posted', word: 'Erased' },
  kept: { tone: 'approved', word: 'Kept' },
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

/** Returns for example "tasks: 120 rows, 40 files". */
const countsOf = ({ report }: Erasure): string[] =>
  Object.entries(report).map(([service, { tables, files }]) => {
    const rowCount = formatNumber(sum(Object.values(tables)))
    return `${service}: ${rowCount} rows${files > 0 ? `, ${formatNumber(files)} files` : ''}`
  })

/** The companies that asked to be erased, with what was erased. After an erasure, only the counts remain. */
export function Erasures() {
  const [pages, setPages] = useState(1)
  const [canceled, setCanceled] = useState<Erasure>()
  const erasures = useErasures(pages)
  const { data } = erasures
  return (
    <>
      {erasures.isPending && <Skeleton shape="block" />}
      {erasures.isError && (
        <RetryNotice
          message={unlessOffline(erasures.error, 'We couldn’t load the erasures.')}
          busy={erasures.isFetching}
          onRetry={() => void erasures.refetch()}
        />
      )}
      {data?.list.length === 0 && <p>No company has asked to be erased.</p>}
      <ol className={rows.rows} aria-label="Erasures">
        {data?.list.map((erasure) => (
          <li key={erasure._id} className={rows.row}>
            <Line erasure={erasure} />
            {(erasure.state === 'asked' || erasure.state === 'waiting') && (
              <Button tone="quiet" size="small" onClick={() => setCanceled(erasure)}>
                Cancel
              </Button>
            )}
          </li>
        ))}
      </ol>
      <ShowMore onMore={data?.isWhole === false ? () => setPages(pages + 1) : undefined} />
      {canceled && <CancelErasureDialog erasure={canceled} onClose={() => setCanceled(undefined)} />}
    </>
  )
}

function Line({ erasure }: { erasure: Erasure }) {
  const { state, companyName, askedAt, dueAt, endedAt, reason } = erasure
  const { tone, word } = looks[state]
  return (
    <div className={rows.words}>
      <h3>{companyName ?? 'Erased company'}</h3>
      <p className={rows.facts}>
        <Badge tone={tone}>{word}</Badge>
        <span>
          asked <Time value={askedAt} />
        </span>
        {dueAt && state === 'waiting' && (
          <span>
            begins <Time value={dueAt} full />
          </span>
        )}
        {endedAt && (
          <span>
            ended <Time value={endedAt} full />
          </span>
        )}
      </p>
      {reason && <p>“{reason}”</p>}
      {countsOf(erasure).map((line) => (
        <p key={line} className={rows.facts}>
          {line}
        </p>
      ))}
    </div>
  )
}
