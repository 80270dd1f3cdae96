import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Quota } from '@app/contracts/rules/quotas.ts'
import type { Owner } from '../setup.ts'

const quota: Quota = {
  plan: 'first-proof',
  isConfirmed: true,
  ownLimits: { openTasks: null, series: null, fileMegabytes: null },
  usage: { openTasks: 0, series: 0, fileBytes: 0, photoBytes: 0 },
}

interface KnownTask {
  taskId: number
  companyProfileId: string
  title: string
}

/**
 * Starts a substitute for the service `tasks`, which knows the tasks and the quota of each owner by the owner's token. `fails`: every
 * request gets 500.
 */
export async function startTasksService() {
  const tasks = new Map<string, KnownTask[]>()
  const quotas = new Map<string, Quota>()
  const state = { fails: false }
  const server = createServer(({ url = '', headers: { authorization = '' } }, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (state.fails) return answer(500, { message: 'oh' })
    if (url.startsWith('/task/quota/')) return answer(200, quotas.get(authorization) ?? quota)
    const task = tasks.get(authorization)?.find(({ taskId }) => url === `/task/${taskId}`)
    return task ? answer(200, task) : answer(404, { message: 'Task not found' })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    /** Lets an owner see a task. By default, it is a task of the owner's company. */
    add(owner: Owner, task: Partial<KnownTask> & { taskId: number }) {
      const known = { companyProfileId: owner.company._id, title: 'Winter bread', ...task }
      tasks.set(owner.headers.authorization, [...(tasks.get(owner.headers.authorization) ?? []), known])
    },
    setQuota(owner: Owner, changes: Partial<Quota>) {
      quotas.set(owner.headers.authorization, { ...quota, ...changes })
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
