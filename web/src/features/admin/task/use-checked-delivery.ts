import type { Preview } from '@app/contracts/http/previews.ts'
import { useState } from 'react'
import { counted } from '../../../shared/format/counted.ts'
import { useAdminSession } from '../../../shared/stores/session.ts'
import { notify } from '../../../shared/ui/notify.tsx'
import { useMounted } from '../../../shared/ui/use-mounted.ts'
import { awaitCheck, LATE_MS, loadProofreading, openSureFindings } from '../proofreading/queries.ts'
import type { Opened } from '../task-actions.ts'
import { useOpenPanel } from '../use-place.ts'
import { deliverDraft, hasOpenFindings } from './preview-actions.ts'

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

/**
 * Delivers drafts as soon as their check has found nothing that is sure. Otherwise the admin decides. If the admin has closed the panel, a
 * draft with such findings is not delivered, and a draft whose check is late is.
 */
export function useCheckedDelivery(opened: Opened) {
  const openPanel = useOpenPanel()
  const isShown = useMounted()
  const [step, setStep] = useState<DeliveryStep>()

  /** Returns the number of findings that are sure. 0 if the admin does not wait for the check. */
  async function check(draft: Preview): Promise<number> {
    const skipping = new AbortController()
    const checking = { draft, skip: () => skipping.abort(), wait: (): void => setStep({ ...checking, name: 'checking' }) }
    setStep({ ...checking, name: 'checking' })
    const timer = setTimeout(() => (isShown.current ? setStep({ ...checking, name: 'late' }) : checking.skip()), LATE_MS)
    const { token } = useAdminSession.getState()
    const proofreading = await awaitCheck(draft._id, skipping.signal)
    clearTimeout(timer)
    // Another admin, who has signed in since, must not deliver the draft.
    if (useAdminSession.getState().token !== token) throw stopped()
    return openSureFindings(proofreading).length
  }

  /** Asks whether to deliver a draft although findings are sure. Rejects if not. */
  async function askToDeliver(draft: Preview, findings: number): Promise<void> {
    const { title, taskId } = opened.task
    if (!isShown.current) {
      const open = { label: 'Open the task', run: () => openPanel('task', String(taskId)) }
      const message = `“${title}” isn’t delivered yet. We found ${counted(findings, 'thing')} that you should look at.`
      notify.info(message, { autoClose: NOT_DELIVERED_MS, group: `not delivered ${taskId}`, action: open })
      throw stopped()
    }
    const isToDeliver = await new Promise<boolean>((decide) => setStep({ draft, name: 'found', decide }))
    if (!isToDeliver) throw stopped()
  }

  /** Resolves with the delivered version. Rejects with an `AbortError` if the admin first wants to change the draft. */
  async function deliver(draft: Preview): Promise<Preview> {
    try {
      const findings = await check(draft)
      if (findings > 0) await askToDeliver(draft, findings)
      setStep({ draft, name: 'delivering', isConfirmed: findings > 0 })
      return await deliverDraft(opened, draft, findings > 0).catch(async (error: unknown) => {
        // The check has ended while the draft was being delivered.
        if (!hasOpenFindings(error)) throw error
        await askToDeliver(draft, openSureFindings(await loadProofreading(draft._id)).length)
        setStep({ draft, name: 'delivering', isConfirmed: true })
        return deliverDraft(opened, draft, true)
      })
    } finally {
      setStep(undefined)
    }
  }

  return { step, deliver }
}

const stopped = () => new DOMException('The preview was not delivered.', 'AbortError')
