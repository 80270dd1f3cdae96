import type { MailInput, MailSettings } from '../src/content/mail-input.ts'
import type { Recipient } from '../src/content/template.ts'

export const settings: MailSettings = { publicUrl: 'https://portal.example', senderDomain: 'mail.example', postalAddress: '' }

export const recipient = (merge: Recipient['merge'] = {}, overrides: Partial<Recipient> = {}): Recipient => ({
  id: 'a3d2f5a8-5b1c-5d3e-8f4a-6b7c8d9e0f1a',
  email: 'bob@people.example',
  token: 'f'.repeat(32),
  merge,
  ...overrides,
})

export const input = (step: Partial<MailInput['step']> = {}, overrides: Partial<MailInput> = {}): MailInput => ({
  company: {
    id: '0199aa00-0000-7000-8000-0000000000ab',
    name: 'Palm Bakery',
    replyTo: 'hello@palmbakery.example',
    postalAddress: '12 Elm Street, Columbia, SC 29201',
  },
  campaignId: '0199aa00-0000-7000-8000-0000000000cd',
  step: { type: '1st Follow Up', subject: 'Fresh pies', body: 'Dear {{First Name|friend}},\n\nwe bake again.\nCome by.', ...step },
  attachment: null,
  countsOpens: false,
  at: new Date('2026-11-22T14:00:00Z'),
  ...overrides,
})
