import { type Caller, ownerIdOf } from '@app/chassis/http/auth.ts'
import type { Series } from '@app/contracts/http/series.ts'
import type { TasksDeps } from '../deps.ts'
import { seriesNotFound } from './change-series.ts'
import { findSeries } from './series.repository.ts'
import { toSeries } from './to-series.ts'

export async function getSeries({ db }: TasksDeps, caller: Caller, id: string): Promise<Series> {
  const row = await findSeries(db, id, ownerIdOf(caller))
  if (!row) throw seriesNotFound()
  return toSeries(row)
}
