import type { CompanySort } from '@app/contracts/http/board.ts'
import type { Sorts } from '../board/use-list-options.ts'

export const companySorts: Sorts<CompanySort> = {
  default: 'Oldest first',
  newest: 'Newest first',
  name: 'Name',
  open: 'Most open tasks',
  owed: 'Most previews owed',
  'with-client': 'Most in review',
  'to-launch': 'Most to launch',
  'next-posting': 'Next posting',
  'signed-in': 'Last signed in',
}
