import { expect, it } from 'vitest'
import { emptyBrief } from '../../../domain/task/brief.ts'
import { conflictingFields, fillTexts, ownTexts, unchangedFields } from './filled-texts.ts'

const sale = { name: 'Sale', texts: { title: 'Weekend sale', tagline: 'Three days only', headline: 'Save 20%' } }
const written = { ...emptyBrief, title: 'My own title', headline: '   ' }

it('an example conflicts only with texts that the owner wrote', () => {
  expect(conflictingFields(sale, written)).toEqual(['title'])
  expect(conflictingFields(sale, { ...written, title: 'Weekend sale' })).toEqual([])
  expect(conflictingFields(sale, { ...emptyBrief, description: 'Not in the example' })).toEqual([])
})

it('an example fills all fields except those that keep the owner’s text', () => {
  expect(fillTexts(sale, written, ['title'])).toEqual({
    tagline: { text: 'Three days only', before: '' },
    headline: { text: 'Save 20%', before: '   ' },
  })
  expect(fillTexts(sale, written, [])).toMatchObject({ title: { text: 'Weekend sale', before: 'My own title' } })
})

it('a field that already has the text of the example is not filled', () => {
  expect(fillTexts(sale, { ...emptyBrief, title: 'Weekend sale' }, [])).not.toHaveProperty('title')
})

it('a filled text that the owner has changed is the owner’s own text', () => {
  const filled = fillTexts(sale, written, [])
  const values = { ...written, title: 'Weekend sale', tagline: 'Two days only', headline: 'Save 20%' }
  expect(unchangedFields(filled, values)).toEqual(['title', 'headline'])
  expect(ownTexts(filled, values)).toEqual({ ...written, tagline: 'Two days only' })
})
