import { formatSize } from '@app/contracts/format/file-size.ts'
import type { BoardTask } from '@app/contracts/http/board.ts'
import { X } from 'lucide-react'
import { IconButton } from '../../../shared/ui/Button.tsx'
import { Select } from '../../../shared/ui/Field.tsx'
import { FileWords } from '../../../shared/ui/FileWords.tsx'
import { focusBeside } from '../../../shared/ui/focus.ts'
import { ItemResult } from '../../../shared/ui/ItemResult.tsx'
import { UploadProgress } from '../../../shared/ui/UploadProgress.tsx'
import { Thumbnail } from '../task/ChosenFiles.tsx'
import { inspectionOf } from '../task/inspections.ts'
import styles from './DeliverDialog.module.css'
import { chooseTask, type Delivery, removeFile } from './deliveries.ts'

interface DeliveryRowProps {
  delivery: Delivery
  /** The tasks that can be chosen. */
  tasks: readonly BoardTask[]
  /** Number of files of the same preview, including this file. */
  together: number
  disabled: boolean
}

const matches: Record<NonNullable<Delivery['by']>, string> = {
  number: 'Matched by the number in the file name.',
  title: 'Matched by the title in the file name.',
  hand: 'Chosen by hand.',
  nothing: 'No task matches the file name. Choose a task.',
}

/** A chosen file with its task, its progress and its result. */
export function DeliveryRow({ delivery, tasks, together, disabled }: DeliveryRowProps) {
  const { file, task, by, state, share, message } = delivery
  const { problem, note: warning } = inspectionOf(file) ?? {}
  // A task that was matched stays an option, even if another admin has delivered its preview.
  const offered = task && !tasks.some(({ _id }) => _id === task._id) ? [task, ...tasks] : tasks
  const note = [by ? matches[by] : 'Loading the tasks…', together > 1 && `One preview of ${together} files.`, warning]
    .filter(Boolean)
    .join(' ')

  if (state === 'delivered') {
    return (
      <li className={styles.row}>
        <Thumbnail file={file} />
        <FileWords name={file.name} detail={task ? wordsOf(task) : ''}>
          <ItemResult outcome="done">Delivered</ItemResult>
        </FileWords>
      </li>
    )
  }
  return (
    <li className={styles.row}>
      <Thumbnail file={file} />
      {state === 'sending' ? (
        <UploadProgress file={file} share={share} />
      ) : (
        <FileWords name={file.name} detail={formatSize(file.size)}>
          {(problem || message) && <ItemResult outcome="failed">{problem ?? message}</ItemResult>}
        </FileWords>
      )}
      {!problem && (
        <div className={styles.choice}>
          <Select
            label={<span className="visually-hidden">{`Task for ${file.name}`}</span>}
            note={note}
            value={task?._id ?? ''}
            disabled={disabled}
            options={[{ value: '', label: 'No task' }, ...offered.map((one) => ({ value: one._id, label: wordsOf(one) }))]}
            onChange={({ currentTarget: { value } }) =>
              chooseTask(
                file,
                offered.find(({ _id }) => _id === value),
              )
            }
          />
        </div>
      )}
      <IconButton
        label={`Remove ${file.name}`}
        icon={<X />}
        aria-disabled={disabled || undefined}
        onClick={({ currentTarget }) => {
          if (disabled) return
          focusBeside(currentTarget)
          removeFile(file)
        }}
      />
    </li>
  )
}

const wordsOf = ({ taskId, title, companyName }: BoardTask): string => `#${taskId} ${title} · ${companyName}`
