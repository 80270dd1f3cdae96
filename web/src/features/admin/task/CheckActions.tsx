import { useLayoutEffect, useRef } from 'react'
import { Button } from '../../../shared/ui/Button.tsx'
import { openSureFindings, useProofreading } from '../proofreading/queries.ts'
import type { DeliveryStep } from './send-checked.ts'
import styles from './TaskPanel.module.css'

/**
 * The buttons between the upload of a draft and its delivery, in place of the buttons of the form. When a step ends, a button that delivers
 * is never where the button of the step before was.
 */
export default function CheckActions({ step }: { step: DeliveryStep }) {
  const buttons = useRef<HTMLDivElement>(null)
  const findings = openSureFindings(useProofreading(step.name === 'found' ? step.draft._id : undefined).data).length
  // The pressed button no longer exists. Before a decision, the focus moves to the findings instead.
  useLayoutEffect(() => {
    if (step.name !== 'found' && document.activeElement === document.body)
      [...(buttons.current?.querySelectorAll('button') ?? [])].at(-1)?.focus()
  }, [step.name])

  return (
    <div ref={buttons} className={styles.check}>
      <p className={step.name === 'checking' ? 'visually-hidden' : undefined} role="status">
        {wordsOf(step, findings)}
      </p>
      {step.name === 'found' && (
        <>
          <Button tone="quiet" onClick={() => step.decide(false)}>
            Change it
          </Button>
          <Button onClick={() => step.decide(true)}>{findings > 0 ? 'Deliver anyway' : 'Deliver'}</Button>
        </>
      )}
      {step.name === 'checking' && (
        <>
          <Button tone="quiet" onClick={step.skip}>
            Deliver without waiting
          </Button>
          <Button state="busy" busyLabel="Checking...">
            Upload
          </Button>
        </>
      )}
      {step.name === 'late' && (
        <>
          <Button tone="quiet" onClick={step.skip}>
            Deliver now
          </Button>
          <Button onClick={step.wait}>Wait</Button>
        </>
      )}
      {step.name === 'delivering' && (
        <Button state="busy" busyLabel="Delivering...">
          Deliver
        </Button>
      )}
    </div>
  )
}

function wordsOf({ name }: DeliveryStep, findings: number): string {
  if (name === 'checking') return 'Checking…'
  if (name === 'late') return 'The check takes longer than usual.'
  if (name === 'found') return findings > 0 ? 'Please look at this before you deliver.' : 'Everything is marked as right.'
  return ''
}
