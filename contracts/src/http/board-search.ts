import * as Type from 'typebox'
import { defineRoute } from '../define.ts'
import { Id } from '../primitives.ts'
import { BOARD_SEARCH_MAX, manager } from './board.ts'
import { TaskStatus } from './tasks.ts'

/** Maximum number of companies, of tasks and of campaigns that a search returns. */
export const FOUND_MAX = 8

/** Query string of the searches of the admins' command palette. A text of spaces finds nothing. */
export const SearchQuery = Type.Object({ search: Type.String({ minLength: 1, maxLength: BOARD_SEARCH_MAX }) })

export const FoundCompany = Type.Object({
  _id: Id,
  companyName: Type.String(),
  phone: Type.Optional(Type.String({ description: 'phone number of the company if the text was found in it' })),
  email: Type.Optional(Type.String({ description: 'email address of the company or of its owner if the text was found in it' })),
})
export type FoundCompany = Type.Static<typeof FoundCompany>

export const FoundTask = Type.Object({
  taskId: Type.Integer(),
  title: Type.String(),
  currentStatus: TaskStatus,
  companyName: Type.String(),
})
export type FoundTask = Type.Static<typeof FoundTask>

export const searchBoard = defineRoute({
  id: 'searchBoard',
  method: 'GET',
  url: '/admin/board/search',
  access: 'admin',
  summary:
    `Returns at most ${FOUND_MAX} companies and ${FOUND_MAX} tasks. First the companies whose name has all words of the text, then those whose ` +
    'phone number has its digits, then those whose owner signs in with an address that has the words. A text with "@" also finds the email ' +
    'address in the profile. If the text is a number, tasks whose number starts with it come first. Then follow the tasks that have all ' +
    'words of the text in their title, and those that have them in the caption of a preview or draft, each newest first',
  schema: {
    querystring: Type.Object({ ...SearchQuery.properties, manager }),
    response: {
      200: Type.Object({
        companies: Type.Array(FoundCompany, { maxItems: FOUND_MAX }),
        tasks: Type.Array(FoundTask, { maxItems: FOUND_MAX }),
      }),
    },
  },
})
