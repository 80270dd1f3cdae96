import { useLocation, useNavigate } from 'react-router-dom'
import { steps } from './steps.ts'

/** State of a history entry that was added by Next. The history entry before it contains the previous step. */
const AFTER_PREVIOUS = { afterPreviousStep: true }

const searchOf = (at: number): string => `?step=${steps[at]?.name}`

/**
 * The current step of the form. The URL contains the step as `?step=`. Each step has an entry in the browser's history, so Back opens the
 * previous step. `firstInvalid` is the index of the first step with an error. If the step with the error comes before the
 * step in the URL, the form shows the step with the error.
 */
export function useSteps(firstInvalid: number) {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const name = new URLSearchParams(search).get('step')
  const inUrl = Math.max(
    0,
    steps.findIndex((step) => step.name === name),
  )
  const at = Math.min(inUrl, firstInvalid)

  /**
   * Opens the previous step without adding a history entry. Goes back in the history if the previous entry is that step, and otherwise
   * replaces the current entry.
   */
  function back(): void {
    if (at === inUrl && state?.afterPreviousStep) navigate(-1)
    else navigate(searchOf(at - 1), { replace: true })
  }

  return {
    at,
    next: () => navigate(searchOf(at + 1), { state: AFTER_PREVIOUS }),
    back,
    open: (step: number) => navigate(searchOf(step)),
  }
}
