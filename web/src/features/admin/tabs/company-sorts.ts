import type { CompanySort } from '@app/contracts/http/board.ts'
import type { Sorts } from '../board/use-list-options.ts'

export const companySorts: Sorts<CompanySort> = {
  default: 'Oldest first',
  newest: 'Newest first',
  name: 'Name',
  open: 'Most open tasks',
}
