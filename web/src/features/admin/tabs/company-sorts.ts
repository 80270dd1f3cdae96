import type { CompanySort } from '@app/contracts/http/board.ts'
import type { Sorts } from '../board/use-look.ts'

export const companySearch = { label: 'Search companies', placeholder: 'Company, city, e-mail, phone' }
export const companySorts: Sorts<CompanySort> = {
  default: 'Oldest first',
  newest: 'Newest first',
  name: 'Name',
  open: 'Most open tasks',
}
