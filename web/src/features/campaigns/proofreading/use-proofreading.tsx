import type { Finding } from '@app/contracts/http/proofreading.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../shared/ui/Button.tsx'
import { Dialog } from '../../../shared/ui/Dialog.tsx'
import { notify } from '../../../shared/ui/notify.tsx'
import { type CheckedStep, proofreadingQuery } from './proofread-step.ts'
import styles from './StepFindings.module.css'
import { SureFinding } from './StepFindings.tsx'

/** A submit waits this long for checks. Most checks are done before, because they start when the details of a step are saved. */
const WAIT_MS = 8_000

/** The toast has its own group, so that the toast of the submit doesn't close it. */
const NOT_IN_TIME = 'We couldn’t check this for mistakes in time'

/** The owner wants to change an email before it is submitted. */
export class ChangeWanted extends Error {}

interface SureFindingOf {
  step: CheckedStep
  finding: Finding
}

interface Asked {
  found: readonly SureFindingOf[]
  answer: (isRight: boolean) => void
}

const keyOf = ({ kind, words, message }: Finding): string => `${kind} ${(words || message).toLowerCase()}`

/**
 * Checks emails for mistakes before they are submitted. What the owner marks as right stays right while the form is open. `confirmLabel` is
 * the label of the button that submits them anyway.
 */
export function useProofreading(confirmLabel: string) {
  const queryClient = useQueryClient()
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const [isChecking, setChecking] = useState(false)
  const [asked, ask] = useState<Asked>()

  const isOpen = (finding: Finding): boolean => !accepted.has(keyOf(finding))
  const accept = (...findings: readonly Finding[]): void => setAccepted((known) => new Set([...known, ...findings.map(keyOf)]))

  /** Waits for the checks, but not for long. Returns what is surely wrong. */
  async function check(steps: readonly CheckedStep[]): Promise<SureFindingOf[]> {
    setChecking(true)
    const checks = steps.map((step) => queryClient.fetchQuery(proofreadingQuery(step)))
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, WAIT_MS)
    await Promise.race([Promise.allSettled(checks), late])
    clearTimeout(timer)
    setChecking(false)
    const results = steps.map((step) => ({ step, state: queryClient.getQueryState(proofreadingQuery(step).queryKey) }))
    if (results.some(({ state }) => state?.fetchStatus === 'fetching')) notify.info(NOT_IN_TIME, { group: 'proofreading' })
    return results.flatMap(({ step, state }) =>
      (state?.data?.findings ?? []).filter((one) => one.certainty === 'sure' && isOpen(one)).map((finding) => ({ step, finding })),
    )
  }

  /** Asks the owner if something is surely wrong. Throws a `ChangeWanted` if the emails must not be submitted like this. */
  async function confirm(steps: readonly CheckedStep[]): Promise<void> {
    const found = await check(steps)
    if (found.length === 0) return
    const { promise, resolve: answer } = Promise.withResolvers<boolean>()
    ask({ found, answer })
    const isRight = await promise
    ask(undefined)
    if (!isRight) throw new ChangeWanted()
    accept(...found.map(({ finding }) => finding))
  }

  const dialog = asked && <ConfirmFindings {...asked} confirmLabel={confirmLabel} />
  return { isOpen, accept, isChecking, confirm, dialog }
}

export type Proofreading = ReturnType<typeof useProofreading>

function ConfirmFindings({ found, answer, confirmLabel }: Asked & { confirmLabel: string }) {
  const isOfSeveral = new Set(found.map(({ step }) => step)).size > 1
  return (
    <Dialog
      title="Is this right?"
      onClose={() => answer(false)}
      footer={
        <>
          <Button tone="quiet" data-autofocus="" onClick={() => answer(false)}>
            Change it
          </Button>
          <Button onClick={() => answer(true)}>{confirmLabel}</Button>
        </>
      }
    >
      <ul className={styles.list}>
        {found.map(({ step, finding }) => (
          <SureFinding key={`${step.type} ${finding.message}`}>
            <span>
              {isOfSeveral && `${step.type}: `}
              {finding.message}
            </span>
          </SureFinding>
        ))}
      </ul>
    </Dialog>
  )
}
