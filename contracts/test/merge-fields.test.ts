import { expect, test } from 'vitest'
import { checkMergeFields, mergePartsOf } from '../src/rules/merge-fields.ts'

test.each(['{{First\u00a0Name|there}}', '{{ First \u2007Name |there}}', '{{\u200bfirst name\ufeff|there}}'])(
  '%j is the field First Name',
  (text) => {
    expect(checkMergeFields(text)).toBeUndefined()
    expect(mergePartsOf(text)).toEqual([{ column: 'First Name', fallback: 'there' }])
  },
)

test('a fallback needs a visible character', () => {
  expect(checkMergeFields('{{First Name|\u200b}}')).toMatch('needs a fallback')
})
