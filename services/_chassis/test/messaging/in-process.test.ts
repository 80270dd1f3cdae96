import { subscribeBroadcast } from '@app/chassis/messaging/broadcast.ts'
import type { EventEnvelope } from '@app/chassis/messaging/event.ts'
import { busTransport, createBus } from '@app/chassis/messaging/in-process.ts'
import { recordingLogger } from '@app/chassis/testing/recording-logger.ts'
import { v7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { faultContract } from './faults.ts'
import { restartPostgresUnderLoad } from './postgres-restart.ts'
import { transportContract } from './transport.contract.ts'

describe('the in-process transport', () => {
  const onOneBus = () => {
    const bus = createBus()
    return async () => busTransport(bus)
  }
  transportContract(onOneBus)
  it('loses and duplicates no event when Postgres restarts under load', { tags: 'nightly', timeout: 60_000 }, () =>
    restartPostgresUnderLoad(onOneBus),
  )
  describe('in a process that is killed', { tags: 'nightly' }, () => faultContract(() => undefined, onOneBus))
})

describe('a bus with a list of services', () => {
  const subscription = (service: string) => ({ service, types: ['tasks.tested.v1'], receive: async () => {}, receiveDead: async () => {} })
  const event: EventEnvelope = {
    specversion: '1.0',
    id: v7(),
    source: '/tasks',
    type: 'tasks.tested.v1',
    subject: 'a1',
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    correlationid: 'c1',
    aggregateversion: 1,
    data: {},
  }

  it('delivers no event before all services have subscribed or after a service has stopped', async () => {
    const bus = createBus(['first', 'second'])
    await bus.subscribe(subscription('first'))
    expect(await bus.publish([event])).toEqual(['failed'])
    const second = await bus.subscribe(subscription('second'))
    expect(await bus.publish([event])).toEqual(['delivered'])
    await second.stop()
    expect(await bus.publish([event])).toEqual(['failed'])
  })

  it('delivers a broadcast to each replica immediately', async () => {
    const bus = createBus(['late'])
    const heard: string[] = []
    const { log } = recordingLogger()
    const handle = ({ id }: EventEnvelope) => void heard.push(id)
    for (const name of ['a', 'b']) await subscribeBroadcast({ name, types: ['tasks.tested.v1'], handle, transport: busTransport(bus), log })
    await bus.publish([event])
    expect(heard).toEqual([event.id, event.id])
  })
})
