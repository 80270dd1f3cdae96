import { useMemo, useState } from 'react'
import { Button } from '../../../shared/ui/Button.tsx'
import { TextArea } from '../../../shared/ui/Field.tsx'
import { ItemResult } from '../../../shared/ui/ItemResult.tsx'
import { type Delivery, setCaption } from './deliveries.ts'
import { matchCaptions } from './match-captions.ts'
import styles from './PasteCaptions.module.css'
import { parseTable } from './parse-table.ts'

interface PasteCaptionsProps {
  deliveries: readonly Delivery[]
  onClose: () => void
}

/** Takes the captions of many files from a spreadsheet. Shows the file of each row before the captions are used. */
export default function PasteCaptions({ deliveries, onClose }: PasteCaptionsProps) {
  const [table, setTable] = useState('')
  const parsed = useMemo(() => parseTable(table), [table])
  const matched = useMemo(() => ('rows' in parsed ? matchCaptions(parsed.rows, deliveries) : []), [parsed, deliveries])
  const usable = matched.filter(({ delivery }) => delivery)

  function use(): void {
    for (const { delivery, caption } of usable) if (delivery) setCaption(delivery, caption)
    onClose()
  }

  return (
    <section className={styles.paste} aria-label="Captions from a table">
      <TextArea
        label="Captions from a table"
        hint="Copy two columns from your spreadsheet: the file name or the task’s title, and the caption. Captions replace what you typed before."
        error={'problem' in parsed ? parsed.problem : undefined}
        value={table}
        spellCheck={false}
        onChange={({ currentTarget }) => setTable(currentTarget.value)}
      />
      {matched.length > 0 && (
        <ul className={styles.rows} aria-label="Rows of the table">
          {matched.map(({ name, caption, delivery, problem }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no key other than their position
            <li key={at} className={styles.row}>
              <span className={styles.name}>{name || 'No name'}</span>
              {delivery ? (
                <ItemResult outcome="done">
                  {delivery.task ? `#${delivery.task.taskId} ${delivery.task.title}` : delivery.file.name}
                </ItemResult>
              ) : (
                <ItemResult outcome="failed">{problem}</ItemResult>
              )}
              <span className={styles.caption}>{caption}</span>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <span className={styles.count} role="status">
          {matched.length > 0 && `${usable.length} of ${matched.length} rows match a file.`}
        </span>
        <Button tone="quiet" size="small" onClick={onClose}>
          Cancel
        </Button>
        <Button size="small" disabled={usable.length === 0} onClick={use}>
          {usable.length === 1 ? 'Use 1 caption' : `Use ${usable.length} captions`}
        </Button>
      </div>
    </section>
  )
}
