import type { ReportState } from '@app/contracts/rules/monthly-report.ts'

export const stateWords: Readonly<Record<ReportState, string>> = { prepared: 'Ready to look through', sent: 'Sent' }
