import type { Selectable } from 'kysely'
import type { Tables } from '../db/tables.ts'

const NOT_STARTED = { code: 'window-over', reason: 'We couldn’t send this email on its scheduled day.' }
const NOT_READ = { code: 'not-read', reason: 'We couldn’t read your spreadsheet.' }

/** Returns why a dispatch that has not started is late: the stored reason, if there is one. */
export function reasonToWait({ code, reason, tries }: Pick<Selectable<Tables['dispatch']>, 'code' | 'reason' | 'tries'>): {
  code: string
  reason: string
} {
  const otherwise = tries > 0 ? NOT_READ : NOT_STARTED
  return { code: code ?? otherwise.code, reason: reason ?? otherwise.reason }
}
