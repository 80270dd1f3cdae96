import type { MailContent } from '@app/chassis/mail/compose.ts'
import { erasureBegins } from '../../src/mail/templates/erasure-begins.ts'
import { erasureCanceled } from '../../src/mail/templates/erasure-canceled.ts'
import { erasureConfirm } from '../../src/mail/templates/erasure-confirm.ts'
import { erasureSoon } from '../../src/mail/templates/erasure-soon.ts'
import { erasureWaits } from '../../src/mail/templates/erasure-waits.ts'
import { exportFailed, exportReady } from '../../src/mail/templates/exports.ts'

const PORTAL = 'https://portal.example'
const day = '2026-12-13'
const owner = { url: 'https://portal.example/management?section=4&show=export' }
const admin = { companyName: 'Harbor & Pine Coffee Roasters', url: 'https://portal.example/admin/dashboard?tab=companies' }

/**
 * Every kind of email that the service composes, with realistic data. The key is the name of the file in `src/mail/templates`, followed by a
 * second word if this file creates several different emails.
 */
export const systemEmails: Readonly<Record<string, MailContent>> = {
  'erasure-begins': erasureBegins(PORTAL),
  'erasure-canceled': erasureCanceled({ reason: 'You called us and want to stay.' }, PORTAL),
  'erasure-confirm': erasureConfirm({ token: 'abc-_1' }, PORTAL),
  'erasure-soon': erasureSoon({ day }, PORTAL),
  'erasure-waits': erasureWaits({ day }, PORTAL),
  'exports ready': exportReady(owner),
  'exports ready-for-admin': exportReady(admin),
  'exports failed': exportFailed(owner),
  'exports failed-for-admin': exportFailed(admin),
}
