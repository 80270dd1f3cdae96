import { BOARD } from '../board/queries.ts'

/** Query key of a company's quota. Each change of a task reloads the queries of the board that are on the screen. */
export const quotaKey = (companyProfileId: string) => [BOARD, 'quota', companyProfileId] as const
