import { formatNumber } from '../format/numbers.ts'
import { MEGABYTE, recordOf } from '../primitives.ts'

/**
 * The limited amounts of each company. `fileMegabytes`: the size of the pictures that the owner and colleagues have attached to tasks, and of
 * the photos that the owner has sent.
 */
export const quotaKinds = ['openTasks', 'series', 'fileMegabytes'] as const
export type QuotaKind = (typeof quotaKinds)[number]

export type QuotaLimits = Readonly<Record<QuotaKind, number>>

/** The plans of the public site, cheapest first. */
export const planNames = ['first-proof', 'short-run', 'full-run'] as const
export type PlanName = (typeof planNames)[number]
export const DEFAULT_PLAN: PlanName = 'first-proof'

export const planTitles: Readonly<Record<PlanName, string>> = {
  'first-proof': 'First proof (free)',
  'short-run': 'Short run ($99)',
  'full-run': 'Full run ($199)',
}

const limitsOfPlan: Readonly<Record<PlanName, QuotaLimits>> = {
  'first-proof': { openTasks: 200, series: 100, fileMegabytes: 1_000 },
  'short-run': { openTasks: 400, series: 200, fileMegabytes: 2_000 },
  'full-run': { openTasks: 1_000, series: 500, fileMegabytes: 5_000 },
}

/** Limits of an owner on the free plan whose email address is not confirmed. They suffice for the tasks of the first weeks. */
const UNCONFIRMED_LIMITS: QuotaLimits = { openTasks: 10, series: 5, fileMegabytes: 50 }

export interface QuotaState {
  plan: PlanName
  /** Whether the owner has confirmed the email address. */
  isConfirmed: boolean
  /** The limits that an operator has set for this company. Null: the limit of the plan. */
  ownLimits: Readonly<Record<QuotaKind, number | null>>
}

const isHeldBack = ({ plan, isConfirmed }: QuotaState): boolean => !isConfirmed && plan === DEFAULT_PLAN

export function quotaLimits(state: QuotaState): QuotaLimits {
  const usual = isHeldBack(state) ? UNCONFIRMED_LIMITS : limitsOfPlan[state.plan]
  return recordOf(quotaKinds, (kind) => state.ownLimits[kind] ?? usual[kind])
}

export interface QuotaUsage {
  openTasks: number
  series: number
  fileBytes: number
  /** The part of `fileBytes` for photos that the owner has sent. `documents` stores them. */
  photoBytes?: number
}

/** The quota of a company and how much of it is used. */
export interface Quota extends QuotaState {
  usage: QuotaUsage
}

/** The words after an amount. */
export const quotaThings: Readonly<Record<QuotaKind, string>> = {
  openTasks: 'open tasks',
  series: 'recurring tasks',
  fileMegabytes: 'MB of pictures',
}

/** Formats an amount with its unit, for example "10 open tasks". */
export const quotaAmount = (kind: QuotaKind, count: number): string => `${formatNumber(count)} ${quotaThings[kind]}`

/** Returns the sentence about how the owner gets more. An own limit stays the same when the owner confirms the address. */
export function quotaWayOut(state: QuotaState, kind: QuotaKind): string {
  const more = kind === 'fileMegabytes' ? 'attach' : 'assign'
  return isHeldBack(state) && state.ownLimits[kind] === null ? `Confirm your email address to ${more} more.` : `Contact us to ${more} more.`
}

interface Addition {
  openTasks?: number
  series?: number
  fileBytes?: number
}

/** Returns the limit that an addition would exceed, with the reason for the owner. Undefined if there is room for the addition. */
export function quotaRefusal(
  quota: Quota,
  { openTasks = 0, series = 0, fileBytes = 0 }: Addition,
): { kind: QuotaKind; message: string } | undefined {
  const limits = quotaLimits(quota)
  const { usage } = quota
  const isExceeded: Record<QuotaKind, boolean> = {
    openTasks: openTasks > 0 && usage.openTasks + openTasks > limits.openTasks,
    series: series > 0 && usage.series + series > limits.series,
    fileMegabytes: fileBytes > 0 && usage.fileBytes + fileBytes > limits.fileMegabytes * MEGABYTE,
  }
  const kind = quotaKinds.find((name) => isExceeded[name])
  return kind && { kind, message: `The limit is ${quotaAmount(kind, limits[kind])}. ${quotaWayOut(quota, kind)}` }
}
