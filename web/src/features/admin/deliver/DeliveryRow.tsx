import { formatSize } from '@app/contracts/format/file-size.ts'
import type { BoardTask } from '@app/contracts/http/board.ts'
import { CAPTION_TOO_LONG } from '@app/contracts/rules/previews.ts'
import { X } from 'lucide-react'
import { IconButton } from '../../../shared/ui/Button.tsx'
import { Select, TextArea } from '../../../shared/ui/Field.tsx'
import { FileWords } from '../../../shared/ui/FileWords.tsx'
import { focusBeside } from '../../../shared/ui/focus.ts'
import { ItemResult } from '../../../shared/ui/ItemResult.tsx'
import { UploadProgress } from '../../../shared/ui/UploadProgress.tsx'
import { AlternativeTextField } from '../task/AlternativeTextField.tsx'
import { Thumbnail } from '../task/ChosenFiles.tsx'
import { inspectionOf } from '../task/inspections.ts'
import styles from './DeliverDialog.module.css'
import { captionOf, chooseTask, type Delivery, isCaptionTooLong, removeFile, setCaption } from './deliveries.ts'

interface DeliveryRowProps {
  delivery: Delivery
  /** The tasks that can be chosen. */
  tasks: readonly BoardTask[]
  /** The files of the same preview, including this file. */
  preview: readonly Delivery[]
  disabled: boolean
}

const matches: Record<NonNullable<Delivery['by']>, string> = {
  number: 'Matched by the number in the file name.',
  title: 'Matched by the title in the file name.',
  hand: 'Chosen by hand.',
  nothing: 'No task matches the file name. Choose a task.',
}

/** A chosen file with its task, its progress and its result. */
export function DeliveryRow({ delivery, tasks, preview, disabled }: DeliveryRowProps) {
  const { file, task, by, state, share, message } = delivery
  const { problem, note: warning } = inspectionOf(file) ?? {}
  // A task that was matched stays an option, even if another admin has delivered its preview.
  const offered = task && !tasks.some(({ _id }) => _id === task._id) ? [task, ...tasks] : tasks
  const note = [by ? matches[by] : 'Loading the tasks…', preview.length > 1 && `One preview of ${preview.length} files.`, warning]
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
          {preview[0] === delivery && <Caption preview={preview} disabled={disabled} />}
          <AlternativeTextField file={file} disabled={disabled} />
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

/** The caption of a preview, beside its first file. */
function Caption({ preview, disabled }: { preview: readonly Delivery[]; disabled: boolean }) {
  const [first] = preview
  if (!first) return null
  const caption = captionOf(preview)
  return (
    <TextArea
      label={
        <>
          Caption <span className="visually-hidden">for {first.file.name}</span>
        </>
      }
      rows={2}
      placeholder="Empty: the last version’s caption stays."
      value={caption}
      readOnly={disabled}
      error={isCaptionTooLong(caption) ? CAPTION_TOO_LONG : undefined}
      onChange={({ currentTarget }) => setCaption(first, currentTarget.value)}
    />
  )
}

const wordsOf = ({ taskId, title, companyName }: BoardTask): string => `#${taskId} ${title} · ${companyName}`
