import { useLocation, useNavigate } from 'react-router-dom'
import { steps } from './steps.ts'

/** History state of an entry whose previous entry is the step before. */
const AFTER_PREVIOUS = { afterPreviousStep: true }

const searchOf = (at: number): string => `?step=${steps[at]?.name}`

/**
 * The current step of the form, in the URL as `?step=`. Each step is an entry in the browser's history, so Back opens the step before. If a
 * step before the one in the URL has an error, that step is shown instead. `firstInvalid` is the index of the first step with an error.
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

  /** Opens the step before. Goes back in the history if the previous entry is that step, so that no entry is added. */
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
