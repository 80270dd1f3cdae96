import { CommitLost } from '@app/chassis/db/faults.ts'
import { unavailableBecause } from '@app/chassis/service/unavailable.ts'
import { CrmProxyUnavailable } from './dispatches/audience-pages.ts'

/** Whether an error is temporary because the database, crm-proxy or the file store is unavailable. A retry may succeed. */
export const isTransientError = (error: unknown): boolean =>
  error instanceof CrmProxyUnavailable || error instanceof CommitLost || unavailableBecause(error) !== undefined
