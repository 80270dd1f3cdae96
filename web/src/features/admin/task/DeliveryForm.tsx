import { formatNumber } from '@app/contracts/format/numbers.ts'
import type { Preview } from '@app/contracts/http/previews.ts'
import { CAPTION_MAX, contentFile } from '@app/contracts/rules/previews.ts'
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { isStatus } from '../../../shared/api/api-error.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { leaveForms } from '../../../shared/form/unsent.ts'
import { useForm } from '../../../shared/form/use-form.ts'
import { DialogFooter } from '../../../shared/ui/Dialog.tsx'
import { TextArea } from '../../../shared/ui/Field.tsx'
import { FileDrop } from '../../../shared/ui/FileDrop.tsx'
import { lazyFile, lazyPart, PART_MISSING } from '../../../shared/ui/lazy-part.tsx'
import { toast } from '../../../shared/ui/notify.tsx'
import { Skeleton } from '../../../shared/ui/states.tsx'
import type { Opened } from '../task-actions.ts'
import { useOpenPanel } from '../use-place.ts'
import { alternativeTextOf } from './alternative-texts.ts'
import type { LastUpload } from './checked-upload.ts'
import { DeliveryActions } from './DeliveryActions.tsx'
import { inspectionOf, useInspectedFiles } from './inspections.ts'
import { previewFailure, uploadFailure } from './preview-failures.ts'
import { checkPreview, emptyForm, FILES_MAX, fieldOf, filesOf, lengthOf, type PreviewValues, withFiles } from './preview-form.ts'
import type { DeliveryStep } from './send-checked.ts'
import styles from './TaskPanel.module.css'
import { TaskPicture } from './TaskPicture.tsx'
import type { Steps } from './use-task-steps.ts'

// Loaded on demand, when a file was chosen.
const ChosenFiles = lazyPart(() => import('./ChosenFiles.tsx'))
const CheckActions = lazyPart(() => import('./CheckActions.tsx'))
const actions = lazyFile(async () => {
  const { sendChecked } = await import('./send-checked.ts')
  // `send-checked.ts` also imports this file.
  const { deliverImage, sendPreview } = await import('./preview-actions.ts')
  return { sendChecked, deliverImage, sendPreview }
})
const CheckedContent = lazyPart(() => import('../proofreading/CheckedContent.tsx'), { waiting: <Skeleton shape="block" /> })

const IMAGE_UPLOADED = 'Task image uploaded successfully'
const TOO_MANY = `A preview has at most ${FILES_MAX} files. The others were not added.`

interface DeliveryFormProps extends Opened {
  /** Initial caption. If the form edits a draft, this is the caption of the draft, and otherwise the caption of the previous version. */
  caption: string
  /** The draft that the form edits. When the form is sent, the new draft or version replaces this draft. */
  edited?: Preview
  requiresCheck: boolean
  steps: Steps
  /** Shown in place of the picture of the task, until a picture is chosen. */
  preview?: ReactNode
  /** Called at first and after each change: `isUnsent` is whether the form has unsent input (files or a changed caption). */
  onUnsent?: (isUnsent: boolean) => void
  /** Called with the number of the delivered version. */
  onDelivered?: (version: number) => void
  /** Called when the draft of the task becomes a draft that this form uploads for its check, or no longer is. */
  onOwnDraft?: (isOwn: boolean) => void
  /** Called when the edited draft was saved, or the admin cancels. */
  onDone?: () => void
  /** Hides the buttons at the bottom of the panel. */
  hidesActions?: boolean
}

/**
 * Form for the next version of a task: files and a caption. A version is uploaded as a draft, checked and then delivered. If the task has
 * another draft, which this upload would replace, the version is delivered at once: one picture without new texts with `uploadTaskImage`,
 * the upload that the product's specification defines, and all other versions with `uploadPreview`.
 */
export function DeliveryForm(props: DeliveryFormProps) {
  const { task, companyName, caption, edited, requiresCheck, steps, preview, onUnsent, onDelivered, onOwnDraft, onDone } = props
  const { hidesActions = false } = props
  const next = steps.nextWithoutPreview
  const formId = useId()
  const chooser = useRef<HTMLInputElement>(null)
  const opened = { task, companyName }
  const [progress, setProgress] = useState(0)
  const [overflow, setOverflow] = useState<string>()
  /** The upload that the pressed button starts. */
  const pressed = useRef<'version' | 'draft'>('version')
  /** Whether the last upload was a picture without new texts. */
  const sendsImage = useRef(false)
  /** The task that the panel shows after the delivery. */
  const wantedNext = useRef<number>(undefined)
  const [sending, setSending] = useState<'version' | 'draft'>()
  const [stop, setStop] = useState<AbortController>()
  const submit = useRef<HTMLButtonElement>(null)
  const base = useRef(caption)
  const last = useRef<LastUpload['current']>(undefined)
  const openPanel = useOpenPanel()
  const [step, setStep] = useState<DeliveryStep>()

  const form = useForm<PreviewValues, void>({
    initial: emptyForm(caption),
    eager: true,
    draft: draftOf('admin', edited ? `preview draft ${edited._id}` : `preview ${task._id}`),
    check: checkPreview,
    controlOf: fieldOf,
    onRefuse: ([fault]) => fault && toast.failed(fault.message),
    send,
    onSent(_answer, { caption: sent }) {
      if (edited) return onDone?.()
      // The form begins again with the caption of the newest delivered version. After a delivery, this is the sent caption. After a draft
      // was saved, it is the same caption as before.
      if (pressed.current !== 'draft') base.current = sent
      form.rebase(emptyForm(base.current), emptyForm(base.current))
      if (wantedNext.current !== undefined) steps.open(wantedNext.current)
    },
    onFailure(error) {
      // `useAccess` handles an expired session (401).
      if (isStatus(error, 401) || error.name === 'AbortError') return
      toast.failed(sendsImage.current ? uploadFailure(error) : previewFailure(error))
    },
    idleAfter: 0,
  })

  const files = filesOf(form.values)
  const isInspected = useInspectedFiles(files)
  const [first] = files
  const kind = first && inspectionOf(first)?.kind
  // After a delivery, `caption` may be the old caption until the versions are reloaded. `base.current` is the delivered caption.
  const isNewCaption = form.values.caption !== base.current
  const isImageOnly = !edited && files.length < 2 && !isNewCaption && (kind === undefined || kind === 'image')
  const isBusy = form.state === 'busy'

  async function send(values: PreviewValues): Promise<void> {
    const sends = pressed.current
    const [image] = filesOf(values)
    sendsImage.current = sends === 'version' && isImageOnly && image !== undefined && !alternativeTextOf(image)
    const stopping = new AbortController()
    setSending(sends)
    setStop(stopping)
    setProgress(0)
    const options = { onProgress: setProgress, signal: stopping.signal }
    const loaded = await actions.load()
    if (!loaded) throw new Error(PART_MISSING)
    const openTask = () => openPanel('task', String(task.taskId))
    const screen = { setStep, isShown: () => form.element.current !== null, openTask, onOwnDraft: (isOwn: boolean) => onOwnDraft?.(isOwn) }
    const checked = sends === 'version' ? await loaded.sendChecked(opened, values, { last, screen, sending: options }) : undefined
    if (!checked && sendsImage.current && image) {
      const { previewNo } = await loaded.deliverImage(opened, image, options)
      toast.success(IMAGE_UPLOADED)
      return void (previewNo && onDelivered?.(previewNo))
    }
    const { number } = checked ?? (await loaded.sendPreview(opened, { values, deliver: sends === 'version' }, options))
    last.current = undefined
    onOwnDraft?.(false)
    if (number === null) pressed.current = 'draft'
    toast.success(number === null ? 'Draft saved' : sendsImage.current ? IMAGE_UPLOADED : `Version ${number} delivered`)
    if (number !== null) onDelivered?.(number)
  }

  // Another admin may deliver a version while the form is open. If this admin has not changed the caption in the form, the form then shows
  // the caption of the delivered version. A changed caption stays.
  const follow = useEffectEvent(() => {
    const { values } = form
    const next = values.caption === base.current ? caption : values.caption
    base.current = caption
    form.rebase(emptyForm(caption), { ...values, caption: next })
  })
  useEffect(() => {
    if (caption !== base.current) follow()
  }, [caption])

  const isUnsent = files.length > 0 || isNewCaption
  /** Whether the admin looks at the findings in place of the form. */
  const isLooking = step?.name === 'found' || (step?.name === 'delivering' && step.isConfirmed)
  // The pressed button no longer exists when the buttons of the form are shown again.
  const hadStep = useRef(false)
  const hasStep = step !== undefined
  useLayoutEffect(() => {
    if (hadStep.current && !hasStep) submit.current?.focus()
    hadStep.current = hasStep
  }, [hasStep])
  const tellUnsent = useEffectEvent((unsent: boolean) => onUnsent?.(unsent))
  useEffect(() => tellUnsent(isUnsent), [isUnsent])

  function addFiles(added: readonly File[]): void {
    void actions.load()
    void CheckActions.load()
    let count = 0
    form.set((latest) => {
      const all = [...filesOf(latest), ...added]
      count = all.length
      return withFiles(all.slice(0, FILES_MAX))
    })
    setOverflow(count > FILES_MAX ? TOO_MANY : undefined)
    if (count > FILES_MAX) toast.failed(TOO_MANY)
  }

  function setFiles(next: readonly File[]): void {
    setOverflow(undefined)
    form.set(withFiles(next))
  }

  function cancelUpload(): void {
    // The focus must not be on the removed Cancel button.
    submit.current?.focus()
    stop?.abort()
  }

  return (
    <div className={styles.upload}>
      {isLooking && <CheckedContent preview={step.draft} label="Picture of the draft" of={opened} isFocused />}
      <div className={styles.upload} hidden={isLooking}>
        {preview && kind !== 'image' ? preview : <TaskPicture task={task} chosen={(kind === 'image' && first) || null} />}
        <KeptForm form={form} id={formId} notKept="Please choose the files again.">
          {task.currentStatus === 'Approved' && <p className={styles.notice}>This task is approved. A new version needs a new approval.</p>}
          {requiresCheck && !edited && (
            <p className={styles.notice}>A second admin must check previews of this company. Save a draft first.</p>
          )}
          {edited && <p className={styles.notice}>Saving replaces the draft and its files. Choose the files again.</p>}
          <FileDrop
            ref={chooser}
            label="Upload Task Image"
            field={contentFile}
            file={null}
            onChange={(file) => file && addFiles([file])}
            onMore={addFiles}
            onRefuse={toast.failed}
            error={overflow}
            disabled={isBusy}
          />
          {files.length > 0 && (
            <ChosenFiles files={files} errorOf={(at) => form.errorOf(`file${at + 1}`)} disabled={isBusy} onChange={setFiles} />
          )}
          <TextArea
            label="Caption"
            hint="The text of the post, as the company sees it below the files."
            note={`${formatNumber(lengthOf(form.values.caption))} of ${formatNumber(CAPTION_MAX)} characters`}
            {...form.text('caption')}
          />
        </KeptForm>
      </div>
      {step && (
        <DialogFooter>
          <CheckActions step={step} />
        </DialogFooter>
      )}
      {!hidesActions && !step && (
        <DeliveryActions
          formId={formId}
          files={files}
          sending={isBusy ? sending : undefined}
          progress={progress}
          isReady={files.length > 0 && isInspected}
          canDeliver={!requiresCheck && !edited}
          hasNext={next !== undefined}
          submit={submit}
          onAddFiles={() => chooser.current?.click()}
          onPress={(sends, opensNext) => {
            pressed.current = sends
            wantedNext.current = opensNext ? next : undefined
          }}
          onStop={cancelUpload}
          onCancel={onDone && (() => leaveForms(onDone, form.element.current ?? document))}
        />
      )}
    </div>
  )
}
