/** How soon an operator must act. `page`: at once. `ticket`: on the next working day. */
export type AlertSeverity = 'page' | 'ticket'

interface Alert {
  severity: AlertSeverity
  /** Prometheus raises the alert when its condition has been true for this time. */
  forMinutes: number
  /** A value above this limit is a problem. Shares are between 0 and 1, and times are in seconds. */
  limit?: number
}

/**
 * All alerts, in the order of the alert rules. The rules (`deploy/observability/rules.yml`) and the tab Operations have the same limits: a
 * test compares this list with the rules. Each alert has a runbook in `docs/operations.md`.
 */
export const alerts = {
  ServiceDown: { severity: 'page', forMinutes: 2 },
  ProcessRestarts: { severity: 'ticket', forMinutes: 0, limit: 3 },
  ProcessBusy: { severity: 'ticket', forMinutes: 10, limit: 0.5 },
  AnswersFail: { severity: 'page', forMinutes: 2, limit: 0.05 },
  AnswersSlow: { severity: 'ticket', forMinutes: 10, limit: 1 },
  RoomRunsOut: { severity: 'ticket', forMinutes: 5, limit: 0.8 },
  DatabaseAway: { severity: 'page', forMinutes: 1 },
  PoolExhausted: { severity: 'ticket', forMinutes: 3, limit: 0 },
  DependencyAway: { severity: 'ticket', forMinutes: 3 },
  StoreFails: { severity: 'page', forMinutes: 3, limit: 0.05 },
  SheetsFail: { severity: 'ticket', forMinutes: 10, limit: 2 },
  EventsStuck: { severity: 'page', forMinutes: 2, limit: 120 },
  EventsPileUp: { severity: 'ticket', forMinutes: 10, limit: 1000 },
  DeadLetters: { severity: 'ticket', forMinutes: 0, limit: 0 },
  WorkStuck: { severity: 'page', forMinutes: 2, limit: 300 },
  WorkGivenUp: { severity: 'ticket', forMinutes: 0, limit: 10 },
  MailRelayAway: { severity: 'page', forMinutes: 5 },
  CampaignMailsStuck: { severity: 'page', forMinutes: 15 },
  CampaignMailsUnknown: { severity: 'ticket', forMinutes: 0, limit: 20 },
} as const satisfies Record<string, Alert>

export type AlertName = keyof typeof alerts
export const alertNames = Object.keys(alerts) as readonly AlertName[]

/** The alert `AnswersSlow` uses the 95th percentile: one in twenty GET requests may be slower than the limit. */
export const SLOW_SHARE_MAX = 0.05
