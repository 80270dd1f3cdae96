import type { CompanyLine, TaskCard } from '@app/contracts/http/board.ts'
import type { TasksDeps } from '../deps.ts'
import { selectStrips, withImageUrls } from './board-card.repository.ts'
import type { LineRow } from './company-line.repository.ts'
import { toCounts } from './task-counts.ts'

const toLine = (row: LineRow, cards: TaskCard[]): CompanyLine => ({
  _id: row._id,
  companyName: row.companyName,
  dba: row.dba,
  industry: row.industry,
  email: row.email,
  phone: row.phone,
  city: row.city,
  color1: row.color1,
  logo: row.logo,
  createdAt: row.createdAt,
  isUnconfirmed: row.isUnconfirmed,
  lastSignedInAt: row.lastSignedInAt,
  counts: toCounts(row),
  previewsOwed: row.previewsOwed,
  withClient: row.withClient,
  managerId: row.managerId ?? null,
  nextPostingDate: row.nextPostingDate,
  cards,
})

export async function toCompanyLines({ db, store }: TasksDeps, rows: readonly LineRow[], max: number): Promise<CompanyLine[]> {
  const withCards = rows.filter(({ openTasks }) => openTasks > 0).map(({ _id }) => _id)
  const cards = max > 0 && withCards.length > 0 ? await selectStrips(db, withCards, max) : []
  const byCompany = Map.groupBy(
    cards.map((card) => withImageUrls(card, store.publicUrl)),
    ({ companyProfileId }) => companyProfileId,
  )
  return rows.map((row) => toLine(row, byCompany.get(row._id) ?? []))
}
