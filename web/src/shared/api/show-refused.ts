import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from './api-error.ts'

/** Puts the server's sentences under the fields they are about, with the focus in the first. Answers whether there are any. */
export function showRefused<F extends FieldValues>(error: Error, form: Pick<UseFormReturn<F>, 'setError' | 'getValues'>): boolean {
  const known = form.getValues()
  const refused = error instanceof ApiError ? error.errors.filter(({ field }) => field in known) : []
  for (const [at, { field, message }] of refused.entries()) form.setError(field as Path<F>, { message }, { shouldFocus: at === 0 })
  return refused.length > 0
}
