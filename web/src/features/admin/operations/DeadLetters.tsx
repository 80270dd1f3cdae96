import type { ServiceName } from '@app/contracts/define.ts'
import type { DeadLetter } from '@app/contracts/http/operations.ts'
import { useRef, useState } from 'react'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/ui/Dialog.tsx'
import { ShowMore } from '../../../shared/ui/ShowMore.tsx'
import { ErrorState, Skeleton, StaleNotice } from '../../../shared/ui/states.tsx'
import { type Replay, useDeadLetters, useReplay } from './api.ts'
import { DeadLetterRow } from './DeadLetterRow.tsx'
import { DropDialog } from './DropDialog.tsx'
import styles from './rows.module.css'

export function DeadLetters({ service }: { service: ServiceName }) {
  const [pages, setPages] = useState(1)
  const deadLetters = useDeadLetters(service, pages)
  const [replayed, askReplay] = useState<Replay>()
  const [dropped, askDrop] = useState<DeadLetter>()
  const { mutate, isPending } = useReplay(service)
  const list = useRef<HTMLOListElement>(null)
  const { data } = deadLetters

  function replay(chosen: Replay): void {
    mutate(chosen, {
      // The focused button was removed together with its dead letters, so the list gets the focus.
      onSuccess: () => list.current?.focus(),
      onSettled: () => askReplay(undefined),
    })
  }

  return (
    <>
      <StaleNotice query={deadLetters} />
      {deadLetters.isPending && <Skeleton shape="block" />}
      {deadLetters.isLoadingError && (
        <ErrorState
          message={unlessOffline(deadLetters.error, 'This service is not responding.')}
          busy={deadLetters.isFetching}
          onRetry={() => void deadLetters.refetch()}
        />
      )}
      {data?.list.length === 0 && <p>No dead letters.</p>}
      {data && <ReplayTypes deadLetters={data.list} onReplay={askReplay} />}
      <ol ref={list} className={styles.rows} tabIndex={-1} aria-label="Dead letter list">
        {data?.list.map((deadLetter) => (
          <li key={deadLetter._id} className={styles.row}>
            <DeadLetterRow
              service={service}
              deadLetter={deadLetter}
              onReplay={() => askReplay({ id: deadLetter._id })}
              onDrop={() => askDrop(deadLetter)}
            />
          </li>
        ))}
      </ol>
      <ShowMore onMore={data?.isWhole === false ? () => setPages(pages + 1) : undefined} />
      {replayed && (
        <ConfirmDialog
          title="Retry?"
          question={`${'id' in replayed ? 'The event' : `All failed ${replayed.type} events`} will be processed again. Steps that already succeeded are not repeated. Events that fail again return to this list.`}
          confirmLabel="Retry"
          busyLabel="Retrying…"
          tone="primary"
          busy={isPending}
          onConfirm={() => replay(replayed)}
          onCancel={() => askReplay(undefined)}
        />
      )}
      {dropped && (
        <DropDialog service={service} deadLetter={dropped} onDropped={() => list.current?.focus()} onClose={() => askDrop(undefined)} />
      )}
    </>
  )
}

/**
 * Buttons that replay all dead letters of one event type. A type gets a button if the list contains at least two of its dead letters that
 * wait for an operator, and not for their next retry.
 */
function ReplayTypes({ deadLetters, onReplay }: { deadLetters: readonly DeadLetter[]; onReplay: (replay: Replay) => void }) {
  const types = deadLetters.filter(({ retryAt }) => retryAt === null).map(({ type }) => type)
  const several = [...new Set(types.filter((type, at) => types.indexOf(type) !== at))]
  if (several.length === 0) return null
  return (
    <div className={styles.end}>
      {several.map((type) => (
        <Button key={type} tone="quiet" size="small" onClick={() => onReplay({ type })}>
          Retry all {type}
        </Button>
      ))}
    </div>
  )
}
