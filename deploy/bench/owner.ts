import { setTimeout as sleep } from 'node:timers/promises'
import type { Me } from '@app/contracts/http/session.ts'
import type { Pool } from 'pg'
import { type Client, clientOf, createCompany, must, signUpOwner } from '../test/system/client.ts'
import { unlessInterrupted } from './interruption.ts'
import { addCompany, addTasks, liftQuota } from './seed.ts'

export interface BenchOwner {
  send: Client
  token: string
  headers: { authorization: string }
  companyId: string
}

export async function newOwner(productUrl: string): Promise<BenchOwner> {
  const send = clientOf(productUrl)
  const { token } = await signUpOwner(send)
  const { _id } = await createCompany(send, token)
  return { send, token, headers: { authorization: `Bearer ${token}` }, companyId: _id }
}

/** Signs up an owner, and inserts a company with tasks directly into the database of the tasks service. Publishes no events. */
export async function ownerWithTasks(productUrl: string, database: Pool, tasks: number): Promise<{ companyId: string; token: string }> {
  const send = clientOf(productUrl)
  const { token } = await signUpOwner(send)
  const { _id: ownerId } = await must(send<Me>('GET', '/me', { token }))
  const companyId = crypto.randomUUID()
  await addCompany(database, companyId, ownerId)
  await liftQuota(database, companyId)
  await addTasks(database, companyId, tasks)
  return { companyId, token }
}

export async function until(what: string, isTrue: () => Promise<boolean>, timeoutMs = 30_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`Timeout: waited ${timeoutMs / 1000} s until ${what}`)
    await unlessInterrupted(sleep(50))
  }
}
