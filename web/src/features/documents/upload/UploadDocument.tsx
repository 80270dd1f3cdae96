import type { CompanyProfile } from '@app/contracts/http/company.ts'
import { uploadDocument } from '@app/contracts/http/documents.ts'
import { DOCUMENT_DESCRIPTION_MAX, DOCUMENT_TITLE_MAX } from '@app/contracts/rules/documents.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { KeptForm } from '../../../shared/form/KeptForm.tsx'
import { useForm } from '../../../shared/form/use-form.ts'
import { useSession } from '../../../shared/stores/session.ts'
import { Button } from '../../../shared/ui/Button.tsx'
import { Checkbox } from '../../../shared/ui/Checkbox.tsx'
import { SidePanel } from '../../../shared/ui/Dialog.tsx'
import { Field, TextArea } from '../../../shared/ui/Field.tsx'
import { FileDrop } from '../../../shared/ui/FileDrop.tsx'
import { refusalOf } from '../../../shared/ui/files.ts'
import { notify } from '../../../shared/ui/notify.tsx'
import type { NotifyOptions } from '../../../shared/ui/Toasts.tsx'
import { UploadProgress } from '../../../shared/ui/UploadProgress.tsx'
import { cacheDocument } from '../api.ts'
import { type DocumentForm, documentFaults, documentFiles, emptyDocument, suggestedTitle, tidyDocument, toFields } from './document-form.ts'
import { addFiles, dropFile, dropFiles, putBack, sendInTurn, UPLOAD_TOAST, useUploads } from './uploads.ts'
import { WaitingFiles } from './WaitingFiles.tsx'

const FORM_ID = 'upload-document'
/** Time in ms from a successful upload until the button shows Submit again. The form then shows the next file, or closes. */
const IDLE_MS = 900

const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

function showFailure(error: Error, options: NotifyOptions): void {
  // The page handles an expired session (401).
  if (isStatus(error, 401) || isAborted(error)) return
  const isAnswered = error instanceof ApiError && error.status > 0
  notify.error(messageOf(error, isAnswered ? 'Upload failed' : 'Error uploading document'), options)
}

/** Uploads the chosen files one after the other, each with its own form. */
export default function UploadDocument({ profile, onClose }: { profile: CompanyProfile; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { waiting, sending } = useUploads()
  const [draft] = useState(() => draftOf('owner', `document ${profile._id}`))
  const [refusal, setRefusal] = useState<string>()
  /** The errors of rejected files that were dropped on the page. */
  const [dropRefusal, setDropRefusal] = useState<string>()
  const title = useRef<HTMLInputElement>(null)

  const form = useForm({
    initial: emptyDocument,
    draft,
    tidy: tidyDocument,
    check: documentFaults,
    onRefuse: ([fault]) => fault && notify.error(fault.message),
    send,
    onFailure,
    idleAfter: IDLE_MS,
    onIdle() {
      const isNext = begin()
      if (!isNext) onClose()
    },
  })
  const { document } = form.values
  const isBusy = form.state === 'busy'
  const own = sending.find(({ file }) => file === document)
  const others = sending.filter((one) => one !== own)
  const next = waiting.filter(({ file }) => file !== document)

  /** Options for the toasts of an upload. When the form is closed, the upload continues in the background. */
  const toastOptions = (): NotifyOptions => (form.element.current ? {} : UPLOAD_TOAST)

  async function send({ document, ...words }: DocumentForm) {
    if (!document) return
    dropFile(document)
    setDropRefusal(undefined)
    // Deletes the draft now, because the owner may open the form for another document during the upload.
    draft?.drop()
    try {
      const fields = toFields(words, document, profile._id)
      const {
        success,
        message,
        document: uploaded,
      } = await sendInTurn(document, (signal, onProgress) =>
        call(uploadDocument, { form: { fields, files: { document } }, signal, onProgress }),
      )
      if (!success) throw new ApiError(200, { message: message || 'Upload failed' })
      notify.success('Uploaded', toastOptions())
      cacheDocument(queryClient, uploaded)
    } catch (error) {
      draft?.keep(words)
      throw error
    }
  }

  function onFailure(error: Error, _isSaid: boolean, { document, ...words }: DocumentForm): void {
    const isFileRefused = isStatus(error, 415)
    const isOpen = form.element.current !== null
    showFailure(error, toastOptions())
    if (isFileRefused) {
      if (isOpen) choose(null, error.message)
    } else if (document && !isAborted(error) && (!isOpen || isStatus(error, 401))) {
      // If the session has ended, the file is lost. `putBack` then only shows a toast with the name of the file.
      putBack({ file: document, words })
    }
  }

  /** Sets or clears the file. Suggests a title from the file name, unless the owner has entered a title. */
  function choose(file: File | null, refused?: string): void {
    if (document) dropFile(document)
    const isOwnTitle = form.values.title !== '' && !(document && form.values.title === suggestedTitle(document))
    form.set({ document: file, ...(!isOwnTitle && { title: file ? suggestedTitle(file) : '' }) })
    setRefusal(refused)
    setDropRefusal(undefined)
  }

  /** Fills the form with the first waiting file. Returns false if no file is waiting. */
  function begin(): boolean {
    const [first] = useUploads.getState().waiting
    if (!first) return false
    const { file, words } = first
    form.set({ document: file, ...(words ?? (form.values.title === '' && { title: suggestedTitle(file) })) })
    setRefusal(undefined)
    title.current?.focus()
    return true
  }

  // Checks the type and size of files that were dropped on the page.
  useEffect(() => {
    const refusals: string[] = []
    for (const { file } of waiting) {
      const refused = refusalOf(file, documentFiles)
      if (!refused) continue
      dropFile(file)
      refusals.push(waiting.length === 1 ? refused : `${file.name}: ${refused}`)
    }
    if (refusals.length === 0) return
    setDropRefusal(refusals.join('\n'))
    notify.error(refusals.join('\n'))
  }, [waiting])

  // The form takes the next file only if it is idle and empty. Text entered for a rejected file must not be used for the next file.
  const isFree = form.state === 'idle' && !document && !(refusal && form.isUnsent())
  const takeWaiting = useEffectEvent(begin)
  useEffect(() => {
    if (isFree && waiting.length > 0) takeWaiting()
  }, [isFree, waiting])

  /** Submits the form. Ends the session instead if local storage has no token, for example after a sign-out in another tab. */
  function submit(event: SubmitEvent): void {
    if (useSession.getState().reread()) form.submit(event)
    else {
      event.preventDefault()
      notify.error('Login required')
    }
  }

  /** Discards the waiting files, unless an upload is in progress. */
  function close(): void {
    if (form.state === 'idle') dropFiles()
    onClose()
  }

  return (
    <SidePanel
      title="Upload Document"
      onClose={close}
      footer={
        <Button type="submit" form={FORM_ID} state={form.state} busyLabel="Submitting..." doneLabel="Submitted">
          Submit
        </Button>
      }
    >
      {others.map(({ file, share, cancel }) => (
        <UploadProgress key={file.name} file={file} share={share} onCancel={cancel} />
      ))}
      <KeptForm id={FORM_ID} form={form} onSubmit={submit} notKept="Choose the file again. We can’t restore files.">
        <Field
          ref={title}
          label="Task Title"
          placeholder="e.g., Summer Sale Campaign"
          maxLength={DOCUMENT_TITLE_MAX}
          required
          data-autofocus=""
          {...form.text('title')}
        />
        <FileDrop
          label="PDF, Word, PPT, Excel, Text formats only"
          field={documentFiles}
          {...form.file('document')}
          onChange={choose}
          onMore={addFiles}
          onRefuse={notify.error}
          error={form.file('document').error ?? refusal ?? dropRefusal}
          disabled={isBusy}
          progress={isBusy ? (own?.share ?? 0) : undefined}
          onCancel={own?.cancel}
        />
        <TextArea label="Description" rows={4} maxLength={DOCUMENT_DESCRIPTION_MAX} {...form.text('description')} />
        <Checkbox label="Check If it is Training Document" {...form.flag('DocViewer')} />
        <WaitingFiles files={next.map(({ file }) => file)} onRemove={dropFile} />
      </KeptForm>
    </SidePanel>
  )
}
