import { connect } from '@app/chassis/db/connect.ts'
import type { Colleague } from '@app/contracts/http/colleagues.ts'
import { COLLEAGUES_MAX } from '@app/contracts/rules/colleagues.ts'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import type { Tables } from '../../src/db/tables.ts'
import { noteSteps } from '../preview-notes/note-steps.ts'
import { reviewing } from '../reviews/reviewing.ts'
import { move, read, setUp } from '../setup.ts'
import { colleagueSteps } from './colleague-steps.ts'

let service: Awaited<ReturnType<typeof setUp>>
let second: Awaited<ReturnType<typeof secondReplica>>
beforeAll(async () => {
  service = await setUp()
  second = await secondReplica()
})
afterAll(async () => {
  await second.stop()
  await service.stop()
})

/** Starts a second replica, with its own connections to the same database. */
async function secondReplica() {
  const db = connect<Tables>({ url: service.url, schema: 'tasks', max: 10, onIdleError: () => {} })
  const deps = { ...service.deps, db, registry: new Registry() }
  const app = await buildApp(deps)
  return { replica: { ...service, app, db, deps }, stop: async () => void (await Promise.all([app.close(), db.destroy()])) }
}

const onBoth = <T>(use: (replica: typeof service) => T): readonly [T, T] => [use(service), use(second.replica)]

test('of six invitations at the same time, the sixth is rejected', async () => {
  const [one, two] = onBoth(colleagueSteps)
  const owner = await one.ownerWithPreview()
  const responses = await Promise.all(Array.from({ length: COLLEAGUES_MAX + 1 }, (_, n) => (n % 2 ? one : two).invite(owner)))
  expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 201, 201, 201, 422])
  expect(await one.list(owner)).toHaveLength(COLLEAGUES_MAX)
})

test('two invitations of the same address at the same time are one colleague and one email', async () => {
  const [one, two] = onBoth(colleagueSteps)
  const owner = await one.ownerWithPreview()
  const email = `twice.${crypto.randomUUID()}@harborpine.example`
  const responses = await Promise.all([one.invite(owner, { email }), two.invite(owner, { email: email.toUpperCase() })])
  expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  const listed = await two.list(owner)
  expect(listed).toHaveLength(1)
  expect(await one.changesOf(listed[0] as Colleague)).toEqual(['invited'])
})

test('an invitation that is accepted twice at the same time, or left twice, is one change', async () => {
  const [one, two] = onBoth(colleagueSteps)
  const owner = await one.ownerWithPreview()
  const colleague: Colleague = (await one.invite(owner)).json()
  const other: Colleague = (await one.invite(owner)).json()
  const token = one.tokenOf(colleague)
  const accepted = await Promise.all([one.accept(token), two.accept(token)])
  expect(accepted.map((response) => response.json().state)).toEqual(['active', 'active'])
  const left = await Promise.all([one.leave(token), two.leave(token)])
  expect(left.map((response) => response.json().state)).toEqual(['left', 'left'])
  expect(await one.changesOf(colleague)).toEqual(['invited', 'accepted', 'left'])
  expect(await one.changesOf(other)).toEqual(['invited'])
})

test('after the removal was confirmed by one replica, the other replica rejects each use of the link', async () => {
  const [one, two] = onBoth(colleagueSteps)
  const [, link] = onBoth(reviewing)
  const [, notes] = onBoth(noteSteps)
  const owner = await one.ownerWithPreview()
  const colleague = await one.colleagueOf(owner)
  const { task, tokenFor } = await one.delivered(owner)
  const token = tokenFor(colleague)
  const previewId = (await notes.preview(owner, task))._id
  const note = await notes.writtenBy(token, previewId)
  expect((await one.remove(owner, colleague)).statusCode).toBe(200)
  for (const act of [
    link.approve(token),
    link.referBack(token),
    link.undo(token),
    link.resend(token),
    notes.listBy(token),
    notes.addBy(token, { previewId, body: 'Late' }),
    notes.replyBy(token, note._id, 'Late'),
    notes.changeBy(token, note._id, 'accepted', 1),
    two.accept(two.tokenOf(colleague)),
  ])
    expect((await act).statusCode).toBe(410)
  expect(await link.decisions(task)).toEqual([])
})

test('a removal and the decisions of the colleague at the same time, on two replicas: at most one decision, and none after the removal', {
  tags: 'nightly',
}, async () => {
  const [one] = onBoth(colleagueSteps)
  const links = onBoth(reviewing)
  const owner = await one.ownerWithPreview()
  for (let round = 0; round < 4; round += 1) {
    const colleague = await one.colleagueOf(owner)
    const { task, tokenFor } = await one.delivered(owner)
    const token = tokenFor(colleague)
    const [approved, referred, removed] = await Promise.all([
      links[0].approve(token),
      links[1].referBack(token),
      one.remove(owner, colleague),
    ])
    expect(removed.statusCode).toBe(200)
    const decided = [approved, referred].filter(({ statusCode }) => statusCode === 200)
    expect([approved, referred].filter(({ statusCode }) => statusCode === 410)).toHaveLength(2 - decided.length)
    expect(await links[0].decisions(task)).toHaveLength(decided.length)
    const { currentStatus } = (await read(service.app, owner, task._id)).json()
    const expected = approved.statusCode === 200 ? 'Approved' : referred.statusCode === 200 ? 'Roll Back' : 'Pending'
    expect(currentStatus).toBe(expected)
  }
})

test('opposite decisions of two colleagues and the owner at the same time, on two replicas: one wins', { tags: 'nightly' }, async () => {
  const [one] = onBoth(colleagueSteps)
  const links = onBoth(reviewing)
  const owner = await one.ownerWithPreview()
  const [first, other] = [await one.colleagueOf(owner), await one.colleagueOf(owner)]
  for (let round = 0; round < 4; round += 1) {
    const { task, tokenFor } = await one.delivered(owner)
    const responses = await Promise.all([
      links[0].approve(tokenFor(first)),
      links[1].referBack(tokenFor(other)),
      move(second.replica.app, owner, task._id, { currentStatus: 'Approved', version: task.version }),
      move(service.app, owner, task._id, { currentStatus: 'Roll Back', version: task.version }),
    ])
    expect(responses.every(({ statusCode }) => [200, 409, 410].includes(statusCode))).toBe(true)
    expect(await links[0].decisions(task)).toHaveLength(1)
  }
})
