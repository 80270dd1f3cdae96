import { PanelMissing } from '../../../shared/ui/Dialog.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { PageDrop } from '../../../shared/ui/PageDrop.tsx'
import { usePlace } from '../use-place.ts'
import styles from './BulkDelivery.module.css'
import { addFiles, DELIVERIES_MAX, removeDelivered, useDeliveries } from './deliveries.ts'

const DeliverDialog = lazyPart(() => import('./DeliverDialog.tsx'), { missing: PanelMissing })

interface BulkDeliveryProps {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

/** The dialog that delivers several previews, and the progress of its uploads. Files that are dropped on the page open the dialog. */
export default function BulkDelivery({ isOpen, setOpen }: BulkDeliveryProps) {
  const { deliveries, isSending } = useDeliveries()
  const { openedTask, openedCompany, newTaskFor, account } = usePlace()
  const isPanelOpen = [openedTask, openedCompany, newTaskFor, account].some(Boolean)
  const open = deliveries.filter(({ state }) => state !== 'delivered').length
  const done = deliveries.length - open

  function add(files: readonly File[]): void {
    if (isSending) return void toast.failed('Wait until the files are delivered')
    if (addFiles(files) > 0) toast.failed(`At most ${DELIVERIES_MAX} files at once`)
    setOpen(true)
  }

  function close(): void {
    if (!isSending) removeDelivered()
    setOpen(false)
  }

  return (
    <>
      <span className={styles.progress} role="status">
        {isSending ? `Delivering ${done + 1} of ${deliveries.length}...` : open > 0 && `${open} not delivered`}
      </span>
      {!isPanelOpen && <PageDrop onDrop={add} />}
      {isOpen && <DeliverDialog onAdd={add} onClose={close} />}
    </>
  )
}
