import { setTimeout as sleep } from 'node:timers/promises'
import type { Me } from '@app/contracts/http/identity.ts'
import type { Pool } from 'pg'
import { type Client, clientOf, createCompany, must, signUpOwner } from '../test/system/client.ts'
import { unlessInterrupted } from './interruption.ts'
import { addCompany, addTasks } from './seed.ts'

export interface BenchOwner {
  send: Client
  token: string
  headers: { authorization: string }
  companyId: string
}

/** An owner with a company, and no task yet. */
export async function newOwner(productUrl: string): Promise<BenchOwner> {
  const send = clientOf(productUrl)
  const { token } = await signUpOwner(send)
  const { _id } = await createCompany(send, token)
  return { send, token, headers: { authorization: `Bearer ${token}` }, companyId: _id }
}

/** An owner whose company has so many tasks, though no event has told of it. */
export async function ownerWithTasks(productUrl: string, database: Pool, tasks: number): Promise<{ companyId: string; token: string }> {
  const send = clientOf(productUrl)
  const { token } = await signUpOwner(send)
  const { _id: ownerId } = await must(send<Me>('GET', '/me', { token }))
  const companyId = crypto.randomUUID()
  await addCompany(database, companyId, ownerId)
  await addTasks(database, companyId, tasks)
  return { companyId, token }
}

/** Waits until something holds, looking often; fails after `timeoutMs`. */
export async function until(what: string, holds: () => Promise<boolean>, timeoutMs = 30_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs / 1000} s in vain until ${what}`)
    await unlessInterrupted(sleep(50))
  }
}
