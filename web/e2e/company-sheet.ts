import { setTimeout as sleep } from 'node:timers/promises'
import { getSheetScript } from '@app/contracts/http/sheets.ts'
import { fillSheet } from '../../deploy/demo/fill-sheet.ts'
import type { StoryPerson } from '../../deploy/demo/story/story.ts'
import type { Client } from '../../deploy/test/system/client.ts'

/** Hearing of a company takes the service that reads spreadsheets a moment. */
const PATIENCE_MS = 15_000

async function untilKnown(send: Client, admin: string, companyId: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const { status } = await send('GET', getSheetScript.url.replace(':id', companyId), { token: admin })
    if (status !== 404 || Date.now() > deadline) return
    await sleep(100)
  }
}

/** Gives a company a spreadsheet of its own with these people in it, and our script. */
export async function giveSheet(
  send: Client,
  admin: string,
  companyId: string,
  sheetsUrl: string,
  people: readonly StoryPerson[],
): Promise<void> {
  await untilKnown(send, admin, companyId)
  await fillSheet({ send, adminToken: admin }, companyId, sheetsUrl, { sheet: companyId, people })
}
