import type { Client } from '../../deploy/tests/support/client.ts'
import type { StoryPerson } from '../../deploy/tests/support/demo-content.ts'
import { fillSheet } from '../../deploy/tests/support/demo-content.ts'

/** Gives a company a spreadsheet with one row for each person, and with the script through which the product accesses the spreadsheet. */
export const giveSheet = (
  send: Client,
  adminToken: string,
  companyId: string,
  sheetsUrl: string,
  people: readonly StoryPerson[],
): Promise<void> => fillSheet({ send, adminToken }, companyId, sheetsUrl, { sheet: companyId, people })
