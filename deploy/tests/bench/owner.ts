import { setTimeout as sleep } from 'node:timers/promises'
import { listTasks } from '@app/contracts/http/tasks.ts'
import type { Pool } from 'pg'
import { clientOf, createCompany, must, signUpOwner } from '../support/client.ts'
import { unlessInterrupted } from './interruption.ts'
import { addTasks, liftQuota } from './seed.ts'

export type BenchOwner = Awaited<ReturnType<typeof newOwner>>

/** Signs up an owner with a company. Inserts tasks of the company into the database, without events. */
export async function newOwner(productUrl: string, database: Pool, tasks = 0) {
  const send = clientOf(productUrl)
  const { token } = await signUpOwner(send)
  const { _id: companyId } = await createCompany(send, token)
  const tasksPath = listTasks.url.replace(':companyProfileId', companyId)
  // With this request, the tasks service fetches the company if it has not received the company's event yet.
  await must(send('GET', tasksPath, { token }))
  await liftQuota(database, companyId)
  const taskIds = await addTasks(database, companyId, tasks)
  return { send, token, headers: { authorization: `Bearer ${token}` }, companyId, taskIds, tasksUrl: `${productUrl}/api${tasksPath}` }
}

export async function until(what: string, isTrue: () => Promise<boolean>, timeoutMs = 30_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`Timeout: waited ${timeoutMs / 1000} s until ${what}`)
    await unlessInterrupted(sleep(50))
  }
}
