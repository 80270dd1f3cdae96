import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Transport } from '@app/chassis/messaging/transport.ts'
import { expect, it } from 'vitest'
import type { FaultPlan, FaultPoint } from './fault-child.ts'
import { range } from './tested.ts'
import { eventually, useStage } from './world.ts'

const child = fileURLToPath(new URL('fault-child.ts', import.meta.url))
const points: readonly FaultPoint[] = ['before the publish', 'before the delete', 'before the commit', 'before the ack']

async function runAndKill(plan: FaultPlan): Promise<void> {
  const running = spawn(process.execPath, [child], {
    env: { ...process.env, FAULT_PLAN: JSON.stringify(plan) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await Promise.race([once(running.stdout, 'data'), once(running, 'exit')])
  // Once for each event that got there.
  expect(String(said)).toMatch(/^(arrived\n)+$/)
  running.kill('SIGKILL')
  await once(running, 'exit')
}

/** Kills a process at each point where a crash could lose or double something. */
export function faultContract(amqpUrl: () => string | undefined, connector: () => () => Promise<Transport>): void {
  const stage = useStage(connector)

  it.for(points)('loses and doubles nothing when killed %s', async (point) => {
    const { world, databases } = stage
    await world.add(1, 30)
    const { publisherUrl, consumerUrl } = databases
    await runAndKill({ point, publisherUrl, consumerUrl, amqpUrl: amqpUrl(), mark: world.mark })
    if (point === 'before the ack') expect(await world.effects('one')).not.toEqual([])
    else if (point !== 'before the delete') expect(await world.effects('one')).toEqual([])
    await world.consume('one')
    await world.relay()
    await eventually(async () => {
      expect(await world.effects('one')).toEqual(range(1, 30))
      expect(await world.outboxSize()).toBe(0)
    })
  })
}
