import { testEmailRules } from '@app/chassis/testing/email-rules.ts'
import { systemEmails } from './system-emails.ts'

testEmailRules(systemEmails, new URL('../../src/mail/templates/', import.meta.url))
