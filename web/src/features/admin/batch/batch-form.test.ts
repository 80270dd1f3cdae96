import { COMPANY_FIELD_MISSPELLED } from '@app/contracts/rules/task-batches.ts'
import { expect, it } from 'vitest'
import { briefOf, emptyBatch, faultsOf, newBatchId } from './batch-form.ts'

const TOMORROW = '2026-11-22'
const filled = { ...emptyBatch, title: 'Hours', submissionForReview: '2026-12-15', targetPostingDate: '2026-12-20', companies: ['a'] }

it.each([
  ['all required fields', {}, []],
  ['nothing', emptyBatch, ['title', 'submissionForReview', 'targetPostingDate', 'companies']],
  ['a misspelled field', { headline: '{{Company}}' }, ['headline']],
  ['a review after the posting', { submissionForReview: '2026-12-21' }, ['submissionForReview']],
  ['a date of today', { submissionForReview: '2026-11-21' }, ['submissionForReview']],
  ['201 companies', { companies: Array.from({ length: 201 }, (_, at) => String(at)) }, ['companies']],
])('checks a batch with %s', (_case, changes, fields) => {
  expect(faultsOf({ ...filled, ...changes }, TOMORROW).map(({ field }) => field)).toEqual(fields)
})

it('names a misspelled field', () => {
  expect(faultsOf({ ...filled, title: '{{Name}}' }, TOMORROW)).toEqual([{ field: 'title', message: COMPANY_FIELD_MISSPELLED }])
})

it('the brief contains neither companies nor the id, and ids are valid', () => {
  expect(briefOf({ ...filled, title: ' Hours ', platform_fb: true })).toMatchObject({ title: 'Hours', platform_fb: true })
  expect(briefOf(filled)).not.toHaveProperty('companies')
  expect(briefOf(filled)).not.toHaveProperty('batchId')
  expect(newBatchId()).toMatch(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/)
})
