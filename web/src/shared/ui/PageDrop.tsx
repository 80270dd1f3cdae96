import { Upload } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import styles from './PageDrop.module.css'

/** Accepts files that are dropped anywhere on the page. Otherwise the browser would open the dropped file. */
export function PageDrop({ onDrop }: { onDrop: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onDrop)

  useEffect(() => {
    function over(event: DragEvent): void {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    }
    function leave({ relatedTarget }: DragEvent): void {
      if (!relatedTarget) setOver(false)
    }
    function drop(event: DragEvent): void {
      setOver(false)
      // If the pointer is over a drop field, that field has already taken the files.
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      take([...event.dataTransfer.files])
    }
    window.addEventListener('dragover', over)
    window.addEventListener('dragleave', leave)
    window.addEventListener('drop', drop)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('dragleave', leave)
      window.removeEventListener('drop', drop)
    }
  }, [])

  return (
    isOver && (
      <div className={styles.over} aria-hidden="true">
        <p className={styles.words}>
          <Upload />
          Drop to upload
        </p>
      </div>
    )
  )
}
