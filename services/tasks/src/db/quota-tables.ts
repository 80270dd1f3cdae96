import type { PlanName } from '@app/contracts/rules/quotas.ts'

/** Plans of companies. A company without a row has the default plan. A limit that is null is the limit of the plan. */
interface CompanyPlanTable {
  company_id: string
  plan: PlanName
  open_tasks_max: number | null
  series_max: number | null
  file_megabytes_max: number | null
}

/** Sizes of the pictures that owners and colleagues attached to tasks. Pictures that an admin attached have no row. */
interface OwnerFileTable {
  /** Key of a file in the file store. */
  key: string
  company_id: string
  bytes: number
}

export interface QuotaTables {
  company_plan: CompanyPlanTable
  owner_file: OwnerFileTable
}
