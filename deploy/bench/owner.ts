import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, clientOf, createCompany, signUpOwner } from '../test/system/client.ts'
import { unlessInterrupted } from './interruption.ts'

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

/** Waits until something holds, looking often; fails after `patienceMs`. */
export async function until(what: string, holds: () => Promise<boolean>, patienceMs = 30_000): Promise<void> {
  const deadline = Date.now() + patienceMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited ${patienceMs / 1000} s in vain until ${what}`)
    await unlessInterrupted(sleep(50))
  }
}
