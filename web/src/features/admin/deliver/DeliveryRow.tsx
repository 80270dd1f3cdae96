import { formatSize } from '@app/contracts/format/file-size.ts'
import type { BoardTask } from '@app/contracts/http/board.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import { CAPTION_TOO_LONG } from '@app/contracts/rules/previews.ts'
import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { isStatus } from '../../../shared/api/api-error.ts'
import { Button, IconButton } from '../../../shared/ui/Button.tsx'
import { Select, TextArea } from '../../../shared/ui/Field.tsx'
import { FileWords } from '../../../shared/ui/FileWords.tsx'
import { focusBeside } from '../../../shared/ui/focus.ts'
import { ItemResult } from '../../../shared/ui/ItemResult.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { UploadProgress } from '../../../shared/ui/UploadProgress.tsx'
import { openSureFindings, useProofreading } from '../proofreading/queries.ts'
import { AlternativeTextField } from '../task/AlternativeTextField.tsx'
import { Thumbnail } from '../task/ChosenFiles.tsx'
import { inspectionOf } from '../task/inspections.ts'
import { previewFailure } from '../task/preview-failures.ts'
import styles from './DeliverDialog.module.css'
import { changeFound, deliverFound } from './deliver-all.ts'
import { captionOf, chooseTask, type Delivery, isCaptionTooLong, removeFile, setCaption } from './deliveries.ts'

const CheckedContent = lazyPart(() => import('../proofreading/CheckedContent.tsx'))

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
  const { file, task, by, state, share, message, draft, isUnchecked } = delivery
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
          <ItemResult outcome="done">{isUnchecked ? 'Delivered, not checked yet' : 'Delivered'}</ItemResult>
        </FileWords>
      </li>
    )
  }
  if (state === 'checking' || state === 'found') {
    return (
      <li className={styles.row}>
        <Thumbnail file={file} />
        <FileWords name={file.name} detail={task ? wordsOf(task) : ''}>
          {state === 'checking' ? 'Checking…' : 'Saved as a draft, not delivered yet.'}
        </FileWords>
        {state === 'found' && <RemoveButton file={file} disabled={false} />}
        {state === 'found' && task && draft && preview[0] === delivery && <Found task={task} draft={draft} />}
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
      <RemoveButton file={file} disabled={disabled} />
    </li>
  )
}

const RemoveButton = ({ file, disabled }: { file: File; disabled: boolean }) => (
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
)

/** A draft that was not delivered because of its findings, with the buttons for the decision. */
function Found({ task, draft }: { task: BoardTask; draft: Preview }) {
  const findings = openSureFindings(useProofreading(draft._id).data).length
  const deliver = useMutation({
    mutationFn: () => deliverFound(task, draft),
    // `useAccess` handles an expired session (401).
    onError: (error) => isStatus(error, 401) || toast.failed(previewFailure(error)),
  })
  return (
    <div className={styles.found}>
      <CheckedContent preview={draft} label={`Picture for ${task.title}`} of={{ task, companyName: task.companyName }} />
      <div className={styles.decision}>
        <Button tone="quiet" size="small" disabled={deliver.isPending} onClick={() => changeFound(draft)}>
          Change it
        </Button>
        <Button size="small" state={deliver.isPending ? 'busy' : 'idle'} busyLabel="Delivering..." onClick={() => deliver.mutate()}>
          {findings > 0 ? 'Deliver anyway' : 'Deliver'}
        </Button>
      </div>
    </div>
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
