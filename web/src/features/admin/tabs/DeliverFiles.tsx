import { useEffect, useState } from 'react'
import { Button } from '../../../shared/ui/Button.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import styles from './tabs.module.css'

const BulkDelivery = lazyPart(() => import('../deliver/BulkDelivery.tsx'))

/**
 * Rejects files that no part of the page accepts. Otherwise the browser would open a file that is dropped before the code of the dialog is
 * loaded.
 */
function rejectFiles(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}

/**
 * Button for the dialog that delivers several previews. `BulkDelivery`, the code for the dialog and for dropped files, is loaded when an
 * admin presses the button or drags files over the page.
 */
export function DeliverFiles() {
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const want = () => setWanted(true)
    window.addEventListener('dragenter', want)
    window.addEventListener('dragover', rejectFiles)
    return () => {
      window.removeEventListener('dragenter', want)
      window.removeEventListener('dragover', rejectFiles)
    }
  }, [])

  function open(): void {
    setWanted(true)
    setOpen(true)
  }

  return (
    <div className={styles.deliver}>
      {isWanted && <BulkDelivery isOpen={isOpen} setOpen={setOpen} />}
      <Button tone="quiet" onClick={open}>
        Deliver files
      </Button>
    </div>
  )
}
