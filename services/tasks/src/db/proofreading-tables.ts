import type { FindingPlace } from '@app/contracts/http/proofreading.ts'
import type { certainties, FindingKind, proofreadingStates } from '@app/contracts/rules/proofreading.ts'
import type { ColumnType, Generated } from 'kysely'

/** The check of a preview. Each preview has one. */
interface ProofreadingTable {
  preview_id: string
  state: Generated<(typeof proofreadingStates)[number]>
  /** Grows when the check is requested again. Then a check that began before stores no result. */
  request: Generated<number>
  /** Number of attempts at this request that have begun, without those that ended because a file could not be opened. */
  attempts: Generated<number>
  /** Positions of the files that could not be checked. */
  unchecked_files: Generated<number[]>
}

/** What the check found in a preview. */
interface FindingTable {
  id: string
  preview_id: string
  /** The order of the findings: those that are sure come first. */
  ordinal: number
  kind: FindingKind
  certainty: (typeof certainties)[number]
  words: string
  place: ColumnType<FindingPlace, string, never>
  compared_with: string
  message: string
  /** Id of the admin who marked the finding as right. */
  accepted_by: string | null
  accepted_at: string | null
}

/** Words that admins marked as right for a company. */
interface AcceptedFindingTable {
  id: string
  company_id: string
  kind: FindingKind
  words: string
  /** The result of `comparableWords`. */
  comparable_words: string
  accepted_by: string
  accepted_at: Generated<string>
}

/** The pictures of a preview, as the checks of later previews compare them. */
interface PictureMemoryTable {
  preview_id: string
  hash: string
  words: string[]
}

/** Number of open findings of each task that has any (`countOpenFindings`). */
interface TaskFindingsTable {
  task_id: string
  company_id: string
  open: number
}

export interface ProofreadingTables {
  proofreading: ProofreadingTable
  finding: FindingTable
  accepted_finding: AcceptedFindingTable
  picture_memory: PictureMemoryTable
  task_findings: TaskFindingsTable
}
