import { HOSTILE, testTemplates } from '@app/chassis/testing/template-cases.ts'
import { describe, expect, it } from 'vitest'
import { contact } from '../../src/mail/templates/contact.ts'

const sender = { firstName: HOSTILE, lastName: 'Lee', email: 'ann@example.com', mobile: '803', message: 'first\nsecond' }

testTemplates({
  contact: { mail: contact(sender), subject: `Contact form: ${HOSTILE} Lee`, both: ['ann@example.com', '803', 'first', 'second'] },
})

describe('optional parts', () => {
  it('are left out if they are empty', () => {
    expect(contact({ ...sender, mobile: '', message: '' }).text).not.toContain('Mobile')
  })
})
