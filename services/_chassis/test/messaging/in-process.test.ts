import { busTransport, createBus } from '@app/chassis/messaging/in-process.ts'
import { describe } from 'vitest'
import { faultContract } from './faults.ts'
import { transportContract } from './transport.contract.ts'

describe('the in-process transport', () => {
  const onOneBus = () => {
    const bus = createBus()
    return async () => busTransport(bus)
  }
  transportContract(onOneBus)
  describe('in a process that is killed', () => faultContract(() => undefined, onOneBus))
})
