import type { Task } from '@app/contracts/http/tasks.ts'
import { PHOTO_NOTE_MAX, PHOTO_REQUIRED, PHOTOS_MAX, photoCount, TOO_MANY_PHOTOS } from '@app/contracts/rules/photos.ts'
import { useEffect, useId } from 'react'
import { isStatus, messageOf } from '../../shared/api/api-error.ts'
import { draftOf } from '../../shared/form/drafts.ts'
import { KeptForm } from '../../shared/form/KeptForm.tsx'
import { faultsIn, useForm } from '../../shared/form/use-form.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { Dialog, DialogFooter } from '../../shared/ui/Dialog.tsx'
import { TextArea } from '../../shared/ui/Field.tsx'
import { FileDrop } from '../../shared/ui/FileDrop.tsx'
import { notify } from '../../shared/ui/notify.tsx'
import { PageDrop } from '../../shared/ui/PageDrop.tsx'
import { QuotaNotice } from '../quota/QuotaNotice.tsx'
import { ChosenPhoto } from './PhotoRow.tsx'
import { PhotosInTransit } from './PhotosInTransit.tsx'
import { photoField } from './photo-field.ts'
import styles from './SendPhotos.module.css'
import { SentPhotos } from './SentPhotos.tsx'
import { sendChosen } from './send-photos.ts'
import { choosePhotos, clearSent, dropChosen, dropPhotos, setFormOpen, useSending } from './sending.ts'

const FORM_ID = 'send-photos'
const SECURE_ONLY = 'Photos can be sent only over a secure connection (https).'

interface SendPhotosProps {
  companyProfileId: string
  /** The task for which the photos are. Without it, they are photos in general. */
  task?: Pick<Task, 'taskId' | 'title'>
  onClose: () => void
}

/** The dialog in which an owner sends photos. While photos are being sent, it shows their progress, and then their results. */
export default function SendPhotos({ companyProfileId, task, onClose }: SendPhotosProps) {
  const state = useSending((sending) => sending.state)
  useEffect(() => {
    setFormOpen(true)
    return () => setFormOpen(false)
  }, [])

  function close(): void {
    if (state === 'done') clearSent()
    onClose()
  }

  return (
    <Dialog title="Send us photos" wide onClose={close}>
      <div className={styles.content}>
        {state === 'idle' ? <ChoosePhotos companyProfileId={companyProfileId} task={task} /> : <PhotosInTransit onClose={close} />}
        {task && <SentPhotos companyProfileId={companyProfileId} task={task} />}
      </div>
      <PageDrop onDrop={dropPhotos} />
    </Dialog>
  )
}

function ChoosePhotos({ companyProfileId, task }: Pick<SendPhotosProps, 'companyProfileId'> & { task: SendPhotosProps['task'] }) {
  const { chosen, hasLost } = useSending()
  const listId = useId()
  const form = useForm({
    // `count` is never entered. The errors of the field for the photos have this name on the server, too.
    initial: { note: '', count: 0 },
    draft: draftOf('owner', `photos ${task?.taskId ?? companyProfileId}`),
    tidy: (entered) => ({ ...entered, note: entered.note.trim() }),
    check: () => faultsIn({ count: window.isSecureContext ? chosen.length === 0 && PHOTO_REQUIRED : SECURE_ONLY }),
    send: ({ note }) => sendChosen({ companyProfileId, note, ...(task && { task: { taskId: task.taskId, title: task.title } }) }),
    // The page handles an expired session (401).
    onFailure: (error, isSaid) => isSaid || isStatus(error, 401) || notify.error(messageOf(error, 'We couldn’t send your photos.')),
  })
  const isBusy = form.state === 'busy'

  function add(files: readonly File[]): void {
    const areAllAdded = choosePhotos(files)
    // The error about missing photos is outdated.
    form.set({ count: 0 })
    if (!areAllAdded) form.refuse({ field: 'count', message: TOO_MANY_PHOTOS })
  }

  return (
    <>
      <p className={styles.lead}>
        {task ? `Photos for “${task.title}”.` : 'Products, people, places: whatever we can use in your posts.'} Up to {PHOTOS_MAX} at once.
        Only you and our team see them.
      </p>
      {hasLost && (
        <p className={styles.notice} role="status">
          The page was closed before all your photos arrived. Please choose them again. Those that arrived won’t be sent twice.
        </p>
      )}
      <QuotaNotice companyProfileId={companyProfileId} kinds={['fileMegabytes']} />
      <KeptForm id={FORM_ID} form={form} notKept={chosen.length === 0 ? 'Choose the photos again. We can’t restore files.' : undefined}>
        <FileDrop
          label="Photos"
          field={photoField}
          file={null}
          name="count"
          onChange={(file) => file && add([file])}
          onMore={add}
          onRefuse={(message) => notify.error(message)}
          error={form.errorOf('count')}
          required
          disabled={isBusy}
        />
        {chosen.length > 0 && (
          <section aria-labelledby={listId} className={styles.part}>
            <h3 id={listId} className={styles.heading}>
              {photoCount(chosen.length)} chosen
            </h3>
            <ul className={styles.rows}>
              {chosen.map((file, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
                <ChosenPhoto key={`${file.name} ${at}`} file={file} disabled={isBusy} onRemove={() => dropChosen(file)} />
              ))}
            </ul>
          </section>
        )}
        <TextArea
          label="Note (optional)"
          hint="For example what the photos show, or which one you like best."
          rows={3}
          maxLength={PHOTO_NOTE_MAX}
          {...form.text('note')}
        />
      </KeptForm>
      <DialogFooter>
        <Button type="submit" form={FORM_ID} state={form.state} busyLabel="Sending…">
          {chosen.length > 0 ? `Send ${photoCount(chosen.length)}` : 'Send photos'}
        </Button>
      </DialogFooter>
    </>
  )
}
