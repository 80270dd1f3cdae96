import { contentFile } from '@app/contracts/rules/previews.ts'
import { useEffect, useState } from 'react'
import { unlessOffline } from '../../../shared/api/api-error.ts'
import { counted } from '../../../shared/format/counted.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { FileDrop } from '../../../shared/ui/FileDrop.tsx'
import { FooterStatus } from '../../../shared/ui/ItemResult.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { notify, toast } from '../../../shared/ui/notify.tsx'
import { RetryNotice } from '../../../shared/ui/states.tsx'
import { useMounted } from '../../../shared/ui/use-mounted.ts'
import { useOwedTasks } from '../board/queries.ts'
import { inspectionOf, useInspectedFiles } from '../task/inspections.ts'
import styles from './DeliverDialog.module.css'
import { DeliveryRow } from './DeliveryRow.tsx'
import { deliverAll, stopDelivering } from './deliver-all.ts'
import {
  captionOf,
  type Delivery,
  foundPreviews,
  groupedFiles,
  isCaptionTooLong,
  matchFiles,
  previewsOf,
  removeAll,
  useDeliveries,
} from './deliveries.ts'

/** The admin closed the dialog and is busy with something else. */
const FOUND_MS = 60_000

const PasteCaptions = lazyPart(() => import('./PasteCaptions.tsx'))

interface DeliverDialogProps {
  onAdd: (files: readonly File[]) => void
  onClose: () => void
}

/** Delivers several files. Each file is matched to a task by its name, and the admin can choose another task. */
export default function DeliverDialog({ onAdd, onClose }: DeliverDialogProps) {
  const { deliveries, isSending, isStopping } = useDeliveries()
  const isOpen = useMounted()
  const { tasks, hasMore, failed } = useOwedTasks(true)
  const isInspected = useInspectedFiles(deliveries.map(({ file }) => file))
  const [isPasting, setPasting] = useState(false)
  const previews = previewsOf(deliveries)
  const groups = groupedFiles(deliveries)
  const refused = deliveries.filter(isRefused).length
  const withoutTask = deliveries.filter((delivery) => delivery.by && !delivery.task && !isRefused(delivery)).length
  const delivered = deliveries.filter(({ state }) => state === 'delivered').length
  const notDelivered = previewsOf(deliveries.filter(({ state }) => state === 'failed')).length
  const found = foundPreviews(deliveries)
  const tooLong = groups.filter((files) => isCaptionTooLong(captionOf(files))).length
  const isUnmatched = deliveries.some(({ by }) => by === undefined)

  useEffect(() => {
    if (tasks && isUnmatched) matchFiles(tasks)
  }, [tasks, isUnmatched])

  async function deliver(): Promise<void> {
    const outcome = await deliverAll()
    if (outcome.found > 0 && !isOpen.current) notify.info(anotherLook(outcome.found), { autoClose: FOUND_MS, group: 'delivery findings' })
    if (outcome.delivered + outcome.failed === 0) return
    if (outcome.failed > 0) {
      // In the open dialog, a toast would cover the results on a phone.
      if (!isOpen.current) toast.failed(`We couldn’t deliver ${counted(outcome.failed, 'preview')}`)
      return
    }
    toast.success(`${counted(outcome.delivered, 'preview')} delivered`)
    if (useDeliveries.getState().deliveries.some(({ state }) => state !== 'delivered')) return
    removeAll()
    onClose()
  }

  return (
    <Dialog
      title="Deliver files"
      wide
      onClose={onClose}
      footer={
        <>
          <FooterStatus>
            {isSending
              ? `${delivered} of ${deliveries.length} files delivered`
              : notSent({ failed: notDelivered, withoutTask, refused, tooLong, found: found.length })}
          </FooterStatus>
          {isSending && (
            <Button tone="quiet" disabled={isStopping} onClick={stopDelivering}>
              {isStopping ? 'Stopping...' : 'Stop'}
            </Button>
          )}
          <Button tone="quiet" onClick={onClose}>
            Close
          </Button>
          <Button
            state={isSending ? 'busy' : 'idle'}
            busyLabel="Delivering..."
            disabled={previews.length === 0 || !isInspected}
            onClick={() => void deliver()}
          >
            {deliveries.some(({ state }) => state === 'failed') ? `Try again (${previews.length})` : `Deliver all (${previews.length})`}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <p>
          A file is matched to a task by the task’s number or title in the file name, for example “#12.jpg” or “Winter bread.png”. Several
          files for one task become one preview. Nothing is sent before you press “Deliver all”.
        </p>
        <FileDrop
          label="Files"
          field={contentFile}
          file={null}
          onChange={(file) => file && onAdd([file])}
          onMore={onAdd}
          onRefuse={toast.failed}
          disabled={isSending}
        />
        {failed && (
          <RetryNotice
            message={unlessOffline(failed.error, 'We couldn’t load the tasks.')}
            busy={failed.isFetching}
            onRetry={() => void failed.refetch()}
          />
        )}
        {hasMore && <p className={styles.note}>Only the tasks with the earliest due dates can be chosen here.</p>}
        {isPasting && <PasteCaptions deliveries={deliveries} onClose={() => setPasting(false)} />}
        {deliveries.length > delivered && !isPasting && (
          <Button className={styles.pasteButton} tone="quiet" size="small" disabled={isSending} onClick={() => setPasting(true)}>
            Paste captions
          </Button>
        )}
        {deliveries.length > 0 && (
          <ul className={styles.rows} aria-label="Files to deliver">
            {deliveries.map((delivery) => (
              <DeliveryRow
                key={keyOf(delivery.file)}
                delivery={delivery}
                tasks={tasks ?? []}
                preview={[...groups, ...found].find((files) => files.includes(delivery)) ?? [delivery]}
                disabled={isSending}
              />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

/** Whether a file can never be sent, for example because of its type. */
const isRefused = ({ file }: Delivery): boolean => inspectionOf(file)?.problem !== undefined

const anotherLook = (count: number): string => (count === 1 ? '1 preview needs another look.' : `${count} previews need another look.`)

/**
 * Describes what is not delivered: previews with findings, that failed or whose caption is too long, and files without a task or that can
 * never be sent.
 */
function notSent(counts: Record<'failed' | 'withoutTask' | 'refused' | 'tooLong' | 'found', number>): string {
  const { failed, withoutTask, refused, tooLong, found } = counts
  const sentences = [
    found > 0 && anotherLook(found),
    failed > 0 && `We couldn’t deliver ${counted(failed, 'preview')}.`,
    withoutTask > 0 &&
      (withoutTask === 1 ? '1 file has no task and won’t be sent.' : `${withoutTask} files have no task and won’t be sent.`),
    refused > 0 && (refused === 1 ? '1 file cannot be sent.' : `${refused} files cannot be sent.`),
    tooLong > 0 && (tooLong === 1 ? '1 caption is too long.' : `${tooLong} captions are too long.`),
  ]
  return sentences.filter(Boolean).join(' ')
}

const keys = new WeakMap<File, number>()
let lastKey = 0

/** Returns a React key of a file, because two files may have the same name. */
function keyOf(file: File): number {
  const key = keys.get(file) ?? ++lastKey
  keys.set(file, key)
  return key
}
