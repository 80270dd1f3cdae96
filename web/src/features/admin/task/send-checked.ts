import type { Preview } from '@app/contracts/http/previews.ts'
import { counted } from '../../../shared/format/counted.ts'
import { useAdminSession } from '../../../shared/stores/session.ts'
import { notify } from '../../../shared/ui/notify.tsx'
import { awaitCheck, LATE_MS } from '../proofreading/await-check.ts'
import { loadProofreading, openSureFindings } from '../proofreading/queries.ts'
import type { Opened } from '../task-actions.ts'
import { type LastUpload, loadNewest, uploadToCheck } from './checked-upload.ts'
import { deliverDraft, type Sending } from './preview-actions.ts'
import { hasOpenFindings, isRejected, needsSecondAdmin } from './preview-failures.ts'
import type { PreviewValues } from './preview-form.ts'

/** Long, because the admin closed the panel and is busy with something else. */
const NOT_DELIVERED_MS = 60_000

/** A step between the upload of a draft and its delivery. */
export type DeliveryStep = { draft: Preview } & (
  | {
      name: 'checking' | 'late'
      /** Delivers without waiting for the end of the check. */
      skip: () => void
      wait: () => void
    }
  | { name: 'found'; decide: (isToDeliver: boolean) => void }
  | { name: 'delivering'; isConfirmed: boolean }
)

interface Screen {
  /** Called when the draft of the task becomes the draft that is uploaded for the check, or no longer is. */
  onOwnDraft: (isOwn: boolean) => void
  setStep: (step: DeliveryStep | undefined) => void
  /** Whether the screen can still ask the admin. */
  isShown: () => boolean
  openTask: () => void
}

interface SendOptions {
  last: LastUpload
  sending: Sending
  screen: Screen
}

/**
 * Uploads a version as a draft, and delivers it after its check. Returns the delivered version, or the draft if a second admin must check it
 * first. Returns undefined if the task has another draft, which the upload would replace. The version can then be delivered at once.
 */
export async function sendChecked(
  opened: Opened,
  values: PreviewValues,
  { last, sending, screen }: SendOptions,
): Promise<Preview | undefined> {
  const { onOwnDraft } = screen
  const { draft: existing } = await loadNewest(opened, sending.signal)
  onOwnDraft(true)
  const upload = uploadToCheck(opened, values, { existing, last, ...sending })
  const draft = await upload.finally(() => onOwnDraft(last.current !== undefined))
  if (!draft) return undefined
  try {
    return await deliverChecked(opened, draft, screen)
  } catch (error) {
    if (needsSecondAdmin(error)) return draft
    if (isRejected(error)) {
      last.current = undefined
      onOwnDraft(false)
    }
    throw error
  }
}

/**
 * Delivers a draft as soon as its check has found nothing that is sure. Otherwise the admin decides. If the admin has closed the panel, a
 * draft with such findings is not delivered, and a draft whose check is late is. Returns the delivered version. Rejects with an `AbortError`
 * if the draft is not delivered, for example because the admin first wants to change it.
 */
async function deliverChecked(opened: Opened, draft: Preview, screen: Screen): Promise<Preview> {
  const { setStep } = screen
  try {
    const findings = await countSure(draft, screen)
    if (findings > 0) await askToDeliver(opened, draft, findings, screen)
    setStep({ draft, name: 'delivering', isConfirmed: findings > 0 })
    return await deliverDraft(opened, draft, findings > 0).catch(async (error: unknown) => {
      // The check has ended while the draft was being delivered.
      if (!hasOpenFindings(error)) throw error
      await askToDeliver(opened, draft, openSureFindings(await loadProofreading(draft._id)).length, screen)
      setStep({ draft, name: 'delivering', isConfirmed: true })
      return deliverDraft(opened, draft, true)
    })
  } finally {
    setStep(undefined)
  }
}

/** Waits for the check. Returns the number of findings that are sure, and 0 if the admin does not wait. */
async function countSure(draft: Preview, { setStep, isShown }: Screen): Promise<number> {
  const skipping = new AbortController()
  const checking = { draft, skip: () => skipping.abort(), wait: (): void => setStep({ ...checking, name: 'checking' }) }
  checking.wait()
  const timer = setTimeout(() => (isShown() ? setStep({ ...checking, name: 'late' }) : checking.skip()), LATE_MS)
  const { token } = useAdminSession.getState()
  const proofreading = await awaitCheck(draft._id, skipping.signal)
  clearTimeout(timer)
  // Another admin, who has signed in since, must not deliver the draft.
  if (useAdminSession.getState().token !== token) throw stopped()
  return openSureFindings(proofreading).length
}

/** Asks whether to deliver a draft although findings are sure. Rejects if not. */
async function askToDeliver({ task }: Opened, draft: Preview, findings: number, { setStep, isShown, openTask }: Screen): Promise<void> {
  if (!isShown()) {
    const message = `“${task.title}” isn’t delivered yet. We found ${counted(findings, 'thing')} that you should look at.`
    const action = { label: 'Open the task', run: openTask }
    notify.info(message, { autoClose: NOT_DELIVERED_MS, group: `not delivered ${task.taskId}`, action })
    throw stopped()
  }
  const isToDeliver = await new Promise<boolean>((decide) => setStep({ draft, name: 'found', decide }))
  if (!isToDeliver) throw stopped()
}

const stopped = () => new DOMException('The preview was not delivered.', 'AbortError')
