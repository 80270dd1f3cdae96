import type { ServiceName } from '@app/contracts/define.ts'
import type { DeadLetter } from '@app/contracts/http/operations.ts'
import { useRef, useState } from 'react'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/ui/Dialog.tsx'
import { ShowMore } from '../../../shared/ui/ShowMore.tsx'
import { ErrorState, Skeleton, StaleNotice } from '../../../shared/ui/stand-ins.tsx'
import { type Replay, useDeadLetters, useReplay } from './api.ts'
import { DropDialog } from './DropDialog.tsx'
import { Letter } from './Letter.tsx'
import styles from './rows.module.css'

/** Events that a service could not handle, to be looked at, tried again or dropped. */
export function DeadLetters({ service }: { service: ServiceName }) {
  const [pages, setPages] = useState(1)
  const letters = useDeadLetters(service, pages)
  const [replayed, askReplay] = useState<Replay>()
  const [dropped, askDrop] = useState<DeadLetter>()
  const { mutate, isPending } = useReplay(service)
  const list = useRef<HTMLOListElement>(null)
  const { data } = letters

  function replay(asked: Replay): void {
    mutate(asked, {
      // The button that was pressed goes with its letter, or its type.
      onSuccess: () => list.current?.focus(),
      onSettled: () => askReplay(undefined),
    })
  }

  return (
    <>
      <StaleNotice query={letters} />
      {letters.isPending && <Skeleton shape="block" />}
      {letters.isLoadingError && (
        <ErrorState
          message={unlessOffline(letters.error, 'This service does not answer.')}
          busy={letters.isFetching}
          onRetry={() => void letters.refetch()}
        />
      )}
      {data?.list.length === 0 && <p>None: everything was handled.</p>}
      {data && <ReplayTypes letters={data.list} onReplay={askReplay} />}
      <ol ref={list} className={styles.rows} tabIndex={-1} aria-label="Letters">
        {data?.list.map((letter) => (
          <li key={letter._id} className={styles.row}>
            <Letter service={service} letter={letter} onReplay={() => askReplay({ id: letter._id })} onDrop={() => askDrop(letter)} />
          </li>
        ))}
      </ol>
      <ShowMore onMore={data?.isWhole === false ? () => setPages(pages + 1) : undefined} />
      {replayed && (
        <ConfirmDialog
          title="Try again?"
          question={`${'id' in replayed ? 'The event is' : `All given-up events of ${replayed.type} are`} handled once more, with all that comes of it. What fails again comes back here.`}
          confirmLabel="Try again"
          busyLabel="Asking…"
          tone="primary"
          busy={isPending}
          onConfirm={() => replay(replayed)}
          onCancel={() => askReplay(undefined)}
        />
      )}
      {dropped && (
        <DropDialog service={service} letter={dropped} onDropped={() => list.current?.focus()} onClose={() => askDrop(undefined)} />
      )}
    </>
  )
}

/** A button for each type that more than one letter here is of. */
function ReplayTypes({ letters, onReplay }: { letters: readonly DeadLetter[]; onReplay: (replay: Replay) => void }) {
  const types = letters.filter(({ retryAt }) => retryAt === null).map(({ type }) => type)
  const several = [...new Set(types.filter((type, at) => types.indexOf(type) !== at))]
  if (several.length === 0) return null
  return (
    <div className={styles.end}>
      {several.map((type) => (
        <Button key={type} tone="quiet" size="small" onClick={() => onReplay({ type })}>
          Try all of {type} again
        </Button>
      ))}
    </div>
  )
}
