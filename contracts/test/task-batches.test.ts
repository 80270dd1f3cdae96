import { recordOf } from '@app/contracts/primitives.ts'
import { briefTexts } from '@app/contracts/rules/brief.ts'
import { type BriefTexts, checkBatchTexts, checkTextsFor, textsFor } from '@app/contracts/rules/task-batches.ts'
import { expect, test } from 'vitest'

const texts = (given: Partial<BriefTexts>): BriefTexts => ({ ...recordOf(briefTexts, () => ''), ...given })

test('the name of the company replaces each field, in any case, and is never read as a pattern', () => {
  const given = texts({ title: ' {{company name}}: holiday hours ', headline: '{{Company Name}} & {{COMPANY NAME}}', tagline: ' kept ' })
  expect(textsFor(given, 'Bread $& Butter')).toEqual(
    texts({ title: 'Bread $& Butter: holiday hours', headline: 'Bread $& Butter & Bread $& Butter', tagline: ' kept ' }),
  )
})

test.each([
  ['{{Company Name}} and {one brace}', undefined],
  ['{{Name}}', 'guidlines'],
  ['{{Company Name}', 'guidlines'],
  ['Company Name}}', 'guidlines'],
])('the text %j: %s is misspelled', (guidlines, field) => {
  expect(checkBatchTexts(texts({ guidlines }))?.field).toBe(field)
})

test('a text may be as long as in a single task, in characters as people count them', () => {
  expect(checkTextsFor(texts({ title: '🥐'.repeat(200) }))).toBe(undefined)
  expect(checkTextsFor(texts({ title: 'a'.repeat(201) }))).toEqual({
    field: 'title',
    message: 'With this company’s name, the title is longer than 200 characters.',
  })
})
