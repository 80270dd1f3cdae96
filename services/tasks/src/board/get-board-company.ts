import { companyNotFound } from '@app/chassis/companies/own-company.ts'
import type { CompanyLine } from '@app/contracts/http/board.ts'
import type { CompanyProfile } from '@app/contracts/http/company.ts'
import type { TasksDeps } from '../deps.ts'
import { requiresCheck } from '../previews/company-setting.repository.ts'
import { findLine } from './company-line.repository.ts'
import { toCompanyLines } from './company-line.ts'

interface BoardCompany {
  company: CompanyProfile
  line: CompanyLine
  requiresCheck: boolean
  ownerEmail: string | null
}

export async function getBoardCompany(deps: TasksDeps, id: string, cards: number): Promise<BoardCompany> {
  const row = await findLine(deps.db, id)
  if (!row) throw companyNotFound()
  const [line] = await toCompanyLines(deps, [row], cards)
  if (!line) throw new Error('toCompanyLines returned no line')
  return { company: row.profile, line, requiresCheck: await requiresCheck(deps.db, id), ownerEmail: row.ownerEmail }
}
