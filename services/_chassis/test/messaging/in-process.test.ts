import { busTransport, createBus } from '@app/chassis/messaging/in-process.ts'
import { describe } from 'vitest'
import { transportContract } from './transport.contract.ts'

describe('the in-process transport', () => {
  transportContract(() => {
    const bus = createBus()
    return async () => busTransport(bus)
  })
})
